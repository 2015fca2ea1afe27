import { FlaskConical, History, Lock, Rocket, Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { connectFormat, connectMethod, connectType } from '../dictionaries.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { ReplayDialog } from './side/replay-dialog.view.tsx';
import type { Painter } from './use-painter.view.tsx';

function Facts({ on }: { on: Painter }): ReactElement {
  const t = useT();
  const { row } = on;
  const facts = [
    <span key="type">
      <KeyWord of={connectType} value={String(row.deviceConnectType)} />
    </span>,
    <span key="at" className="mono">{`${String(row.ip)}:${String(row.port)}`}</span>,
    <span key="method">
      <KeyWord of={connectMethod} value={String(row.deviceConnectMethod)} />
    </span>,
    <span key="format">
      <KeyWord of={connectFormat} value={String(row.deviceConnectFormat)} />
    </span>,
    <span key="id">
      {t(['设备 ID 规则', 'id by'])} <span className="mono">{on.draft.config.deviceIdRule}</span>
    </span>,
  ];
  return <span className="paint-facts quiet">{facts}</span>;
}

/** Return why the draft cannot be published; empty: it can. */
function useHindrance(on: Painter): string {
  const t = useT();
  const broken = on.verdicts.filter(Boolean).length;
  const errors = on.problems.filter((one) => one.level === 'error').length;
  if (!on.isDirty && on.row.isLive === true) return t(['还没有改动', 'Nothing is changed']);
  if (on.compiled.fault) return t(on.compiled.fault);
  if (errors) return t([`还有 ${errors} 处要改`, `${errors} to fix`]);
  return broken ? t([`差 ${broken} 条样例`, broken === 1 ? '1 sample breaks' : `${broken} samples break`]) : '';
}

/** Button that replays the stored frames of 24 hours, with its key. */
function ReplayButton({ on }: { on: Painter }): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const hasLive = Number(on.row.liveVersion || 0) > 0;
  const open = (): void => setOpen(hasLive);
  useKeys([{ keys: 'r', label: ['重放 24 时的报文', 'Replay the frames of 24 hours'], run: open }]);
  return (
    <>
      <button
        type="button"
        className="button plain"
        disabled={!hasLive}
        title={hasLive ? undefined : t(['还没有生效过', 'Not in use yet'])}
        onClick={open}
      >
        <History size={15} aria-hidden /> {t(['重放 24 时…', 'Replay 24 h…'])} <kbd>R</kbd>
      </button>
      {isOpen && <ReplayDialog on={on} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Head of the painter: the configuration, its state, and what may be done with the draft. */
export function PainterHead({ on, may, onCheck }: { on: Painter; may: boolean; onCheck: () => void }): ReactElement {
  const t = useT();
  const why = useHindrance(on);
  const broken = on.verdicts.filter(Boolean).length;
  const isDraft = on.isDirty || on.row.isLive !== true;
  return (
    <header className="page-head paint-head">
      <h1>{String(on.row.name)}</h1>
      <span className={`pill ${isDraft ? 'amber' : 'green'}`}>
        {isDraft ? t(['草稿', 'Draft']) : t(['生效中', 'Live'])}
      </span>
      <Facts on={on} />
      <span className="spring" />
      {may && on.isDirty && (
        <button type="button" className="button plain" onClick={on.reset}>
          <Undo2 size={15} aria-hidden /> {t(['放弃改动', 'Discard'])}
        </button>
      )}
      {may && <ReplayButton on={on} />}
      <button type="button" className="button" onClick={onCheck} disabled={!on.draft.samples.length}>
        <FlaskConical size={15} aria-hidden /> {t(['全部样例', 'All samples'])} <kbd>T</kbd>
      </button>
      {may && (
        <button
          type="button"
          className="button strong"
          disabled={why !== '' || on.isBusy}
          title={why || undefined}
          onClick={() => void on.publish()}
        >
          {broken > 0 ? <Lock size={15} aria-hidden /> : <Rocket size={15} aria-hidden />}
          {broken > 0
            ? t([`生效，差 ${broken} 条样例`, broken === 1 ? 'Publish: 1 breaks' : `Publish: ${broken} break`])
            : t(['保存并生效', 'Publish'])}
          <kbd>Ctrl S</kbd>
        </button>
      )}
    </header>
  );
}
