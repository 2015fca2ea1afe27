import { type ReactElement, useEffect, useRef } from 'react';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { bytesOf } from '../../codec/frame.rules.ts';
import type { Painter } from '../use-painter.view.tsx';
import { type StartedReplay, useReplay } from './use-replay.view.tsx';
import './replay.css';

function Progress({ of }: { of: StartedReplay }): ReactElement {
  const t = useT();
  const { done, total } = of.entry ?? {};
  const share = Math.round((100 * (done ?? 0)) / Math.max(1, total ?? 1));
  return (
    <div className="job" role="status">
      <progress max={100} value={share} aria-label={t(['进度', 'Progress'])} />
      <p className="quiet">
        {total
          ? t([`${grouped(done ?? 0)} / ${grouped(total)} 帧`, `${grouped(done ?? 0)} of ${grouped(total)} frames`])
          : t(['正在读取', 'Reading'])}
      </p>
    </div>
  );
}

/** Counts of a replay: those that are not 0, and always the frames. */
function Counts({ of, isDone }: { of: NonNullable<StartedReplay['outcome']>; isDone: boolean }): ReactElement {
  const t = useT();
  const counts: [key: string, label: string, value: number, isAlways: boolean][] = [
    ['frames', t(['帧', 'Frames']), of.frames, true],
    ['devices', t(['设备', 'Devices']), of.devices, true],
    ['changed', isDone ? t(['改了的值', 'Changed values']) : t(['要改的值', 'Values to change']), of.changed, true],
    ['added', isDone ? t(['补上的值', 'Added values']) : t(['要补的值', 'Values to add']), of.added, true],
    ['eventsChanged', t(['改的事件', 'Events to change']), of.eventsChanged, false],
    ['eventsAdded', t(['补的事件', 'Events to add']), of.eventsAdded, false],
    ['failed', t(['解不开的帧', 'Frames that do not decode']), of.failed, false],
    ['unknown', t(['没有设备的帧', 'Frames without a device']), of.unknown, false],
    ['refused', t(['物模型不收的值', 'Values that the model refuses']), of.refused, false],
  ];
  return (
    <dl className="replay-counts">
      {counts.map(([key, label, value, isAlways]) =>
        isAlways || value > 0 ? (
          <div key={key} data-bad={(key === 'failed' && value > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{grouped(value)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function FirstFailure({ of, onPaint }: { of: StartedReplay; onPaint: (hex: string) => void }): ReactElement | null {
  const t = useT();
  const failure = of.outcome?.firstFailure;
  if (!failure) return null;
  return (
    <div className="replay-failure">
      <p>
        <b>{t(['第一条解不开的帧', 'The first frame that does not decode'])}</b>{' '}
        <span className="quiet">{failure.at.slice(0, 19)}</span>
      </p>
      <p className="paint-bad">{failure.reason}</p>
      <p className="mono" translate="no">
        {failure.hex}
      </p>
      <button type="button" className="link" onClick={() => onPaint(failure.hex)}>
        {t(['在画帧里看', 'Show its bytes'])}
      </button>
    </div>
  );
}

/** Replay of the frames of 24 hours: first what it would change, then the run with its progress. */
export function ReplayDialog({ on, onClose }: { on: Painter; onClose: () => void }): ReactElement {
  const t = useT();
  const dry = useReplay(String(on.row.id), true);
  const run = useReplay(String(on.row.id), false);
  const box = useRef<HTMLDivElement>(null);
  const { outcome } = dry;
  const isChange = outcome ? outcome.changed + outcome.added + outcome.eventsChanged + outcome.eventsAdded > 0 : false;
  const mayRun = isChange && !run.isRunning && !run.outcome;
  const go = (): void => {
    if (mayRun) void run.start();
  };
  const shown = run.outcome ?? outcome;
  const now = run.isRunning || run.outcome || run.refusal ? run : dry;
  useEffect(() => box.current?.focus(), []);
  return (
    <Dialog
      title={t(['重放 24 小时的报文', 'Replay the frames of 24 hours'])}
      width={560}
      onClose={onClose}
      keys={[{ keys: 'Enter', label: ['重放', 'Replay'], silent: true, run: go }]}
      foot={
        <>
          <span className="spring" />
          {run.outcome ? (
            <button type="button" className="button strong" onClick={onClose}>
              {t(['关闭', 'Close'])}
            </button>
          ) : (
            <DialogButtons onClose={onClose} disabled={!mayRun} onClick={go}>
              {t(['重放', 'Replay'])} <kbd>Enter</kbd>
            </DialogButtons>
          )}
        </>
      }
    >
      <div className="replay" ref={box} tabIndex={-1}>
        <p className="quiet">
          {t([
            `按生效的 v${Number(on.row.liveVersion || 0)} 重解留存的帧。不报警，不派单；再放一次不变`,
            `Kept frames are decoded by the live v${Number(on.row.liveVersion || 0)}, without alarms or orders. A repeat changes nothing.`,
          ])}
        </p>
        {on.isDirty && (
          <p className="stream-amber">{t(['草稿还没有生效，不参与重放', 'The draft is not live: it takes no part'])}</p>
        )}
        {now.isRunning && <Progress of={now} />}
        {shown && !run.isRunning && <Counts of={shown} isDone={run.outcome !== null && run.outcome !== undefined} />}
        {outcome && !isChange && !now.isRunning && (
          <p role="status">{t(['没有要改的值', 'There is nothing to change'])}</p>
        )}
        {run.outcome && <p role="status">{t(['重放完了', 'The replay is done'])}</p>}
        {now.refusal && (
          <p className="field-problem" role="alert">
            {now.refusal}
          </p>
        )}
        <FirstFailure
          of={dry}
          onPaint={(hex) => {
            on.peek(bytesOf(hex));
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
