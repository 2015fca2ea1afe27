import { type ReactElement, Suspense, lazy } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { modelView } from '../../work/process.calls.ts';
import type { TaskDetail } from './use-case.view.tsx';

const DiagramCanvas = lazy(() => import('../../work/diagram/diagram-canvas.view.tsx'));

/** The part of the diagram around the node of a task, with a button that opens the whole diagram. */
export function CaseDiagram({ detail, open }: { detail: TaskDetail; open: () => void }): ReactElement {
  const t = useT();
  const { process, task } = detail;
  const { data } = useCall(
    modelView,
    { processInstanceId: process.processInstanceId, processDefinitionId: null },
    { of: 'row', quiet: true, retry: false },
  );
  const name = `${process.processDefinitionName} ${t([`第 ${process.processDefinitionVersion} 版`, `v${process.processDefinitionVersion}`])}`;
  return (
    <section className="case-diagram">
      <h2>
        {t(['在图上', 'On the diagram'])} <small className="quiet">{name}</small>
        <span className="spring" />
        <button type="button" className="link" onClick={open}>
          {t(['看整张', 'All of it'])} <kbd>D</kbd>
        </button>
      </h2>
      <div className="case-board">
        {data && (
          <Suspense fallback={null}>
            <DiagramCanvas
              xml={data.xml}
              flow={data.flow}
              around={process.endTime ? undefined : task?.taskDefinitionKey}
              label={name}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}
