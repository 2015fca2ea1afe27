import { type ReactElement, useEffect, useState } from 'react';
import { lastOf } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabs, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { EncodeSide } from './side/encode-side.view.tsx';
import type { TablePlace } from './field-table.view.tsx';
import { FramePart } from './frame-part.view.tsx';
import { LiveSide } from './side/live-side.view.tsx';
import { PainterHead } from './painter-head.view.tsx';
import { SampleSide } from './side/sample-side.view.tsx';
import { useEdits, usePainterKeys } from './use-edits.view.tsx';
import { usePaintFrames } from './use-frames.view.tsx';
import { type Painter, usePainter, useStored } from './use-painter.view.tsx';
import './painter.css';

/** Mark the tab as unsaved, so that closing it asks for confirmation. */
function useUnsaved(isDirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    const dirty = new Set(useTabs.getState().dirty);
    if (isDirty) dirty.add(path);
    else dirty.delete(path);
    useTabs.setState({ dirty });
    return () => {
      const after = new Set(useTabs.getState().dirty);
      if (after.delete(path)) useTabs.setState({ dirty: after });
    };
  }, [isDirty, path]);
}

function Paint({ on, may }: { on: Painter; may: boolean }): ReactElement {
  const t = useT();
  const [at, go] = useState(0);
  const [lit, light] = useState(-1);
  const [editing, edit] = useState<number | null>(null);
  const place: TablePlace = { at, lit, editing, go, light, edit };
  const frames = usePaintFrames(on, may);
  const edits = useEdits(on, place);
  useUnsaved(on.isDirty);
  useTabTitle(String(on.row.name));
  const check = (): void => {
    const at = on.verdicts.findIndex(Boolean);
    if (at === -1) toast.good(t([`${on.verdicts.length} 条样例都相符`, `All ${on.verdicts.length} samples hold`]));
    else on.show(at);
  };
  useKeys([{ keys: 't', label: ['跑全部样例', 'Run all samples'], run: check }]);
  usePainterKeys(on, edits, frames, place, may);
  return (
    <div className="paint-page">
      <PainterHead on={on} may={may} onCheck={check} />
      <div className="paint-body">
        <FramePart on={on} edits={edits} frames={frames} place={place} may={may} />
        <aside>
          <SampleSide on={on} may={may} />
          <EncodeSide on={on} />
          <LiveSide on={on} />
        </aside>
      </div>
    </div>
  );
}

function Loaded({ id }: { id: string }): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const may = useMay(connectConfig)('edit') && !isPhone;
  const { data, error } = useStored(id);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这份配置', 'This configuration could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data)
    return (
      <div className="paint-page" aria-busy="true">
        <header className="page-head">
          <i className="skeleton" style={{ width: 320 }} />
        </header>
      </div>
    );
  return <Ready loaded={data} may={may} />;
}

function Ready({ loaded, may }: { loaded: Parameters<typeof usePainter>[0]; may: boolean }): ReactElement {
  return <Paint on={usePainter(loaded)} may={may} />;
}

/** Painter of frames: the bytes of a frame, the rows that read them, samples that must hold, and the way to publish. */
export default function PainterScreen(): ReactElement {
  const id = lastOf(useTabPath().split('/'));
  return <Loaded key={id} id={id} />;
}
