import { type ReactElement, Suspense, lazy } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { modelView } from '../process.calls.ts';

// Loaded on demand, because it includes the diagram viewer.
const DiagramBoard = lazy(() => import('./diagram-board.view.tsx'));

interface DiagramDialogProps {
  /** The instance whose visited nodes are coloured, or a version without colours. */
  readonly of: { readonly processInstanceId: string } | { readonly processDefinitionId: string };
  readonly title: string;
  readonly onClose: () => void;
}

/** 流程图展示: a dialog with a whole diagram and its visited nodes. */
export function DiagramDialog({ of, title, onClose }: DiagramDialogProps): ReactElement {
  const t = useT();
  const { data, error, refetch } = useCall(modelView, of, { quiet: true, retry: false });
  const waiting = <i className="skeleton" style={{ width: '60%', margin: 24 }} />;
  return (
    <Dialog
      title={
        <>
          {t(['流程图展示', 'Diagram'])} <span className="quiet">{title}</span>
        </>
      }
      width={1120}
      onClose={onClose}
    >
      {/* The loading state is as high as the diagram, so that the dialog does not jump. */}
      <div style={{ minHeight: 'min(64vh, 620px)' }}>
        {error ? (
          <div className="table-empty" role="alert">
            <span>{error.message}</span>
            <button type="button" className="button" onClick={() => void refetch()}>
              {t(['再试', 'Try again'])}
            </button>
          </div>
        ) : data ? (
          <Suspense fallback={waiting}>
            <DiagramBoard xml={data.xml} flow={data.flow} label={title} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </Dialog>
  );
}
