import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { BATCH_BAR, countOfPart } from './upgrade.rules.ts';
import type { Progress } from './use-upgrade.view.tsx';

type Batch = Progress['batches'][number];

const partLabels: Readonly<Record<(typeof BATCH_BAR)[number][0], Label>> = {
  success: ['成功', 'Success'],
  underWay: ['进行', 'Under way'],
  failed: ['失败', 'Failed'],
  timeout: ['超时', 'Timed out'],
  left: ['跳过', 'Left out'],
  waiting: ['离线排队', 'Offline'],
  ahead: ['未到', 'Ahead'],
};

const icons = { met: Check, unmet: TriangleAlert, waiting: Clock };

/** Return the state of a batch: its tone, and its word. */
function stateOf(batch: Batch, progress: Progress): readonly [tone: string, word: Label] {
  if (batch.wave < progress.wave) return ['green', ['已过关', 'Passed']];
  if (batch.wave > progress.wave || progress.status === 'draft' || progress.status === 'scheduled')
    return ['grey', ['未开始', 'Not begun']];
  switch (progress.status) {
    case 'aborted':
      return ['red', ['已熔断', 'Aborted']];
    case 'canceled':
      return ['grey', ['已取消', 'Cancelled']];
    case 'completed':
      return ['green', ['已完成', 'Completed']];
    case 'paused':
      return ['amber', ['已暂停', 'Paused']];
    default:
      return ['blue', ['执行中', 'Running']];
  }
}

function Gates({ batch, task }: { batch: Batch; task: WireRow }): ReactElement | null {
  const t = useT();
  if (batch.gates.length === 0) return null;
  return (
    <ul className="up-gates" aria-label={t(['关卡', 'Gates'])}>
      {batch.gates.map(({ gate, state, words }) => {
        const Icon = icons[state];
        return (
          <li key={gate} data-state={state} data-gate={gate}>
            <Icon size={13} aria-hidden /> {t(words)}
          </li>
        );
      })}
      {task.passedWave === batch.wave && (
        <li data-state="met">
          <Check size={13} aria-hidden /> {t(['主管已放行', 'Passed by the lead'])}
        </li>
      )}
    </ul>
  );
}

/** Return what a batch that has not begun waits for. */
function aheadWords({ soakMin, wave }: Batch, task: WireRow): Label {
  const soak: Label = soakMin > 0 ? [`，之后看 ${soakMin} 分钟`, `, then observed for ${soakMin} min`] : ['', ''];
  const windows = (task.windows as readonly { from: string; to: string }[] | null) ?? [];
  const times = windows.map(({ from, to }) => `${from}–${to}`).join(', ');
  const within: Label = times ? [`；只在 ${times}`, `; only ${times}`] : ['', ''];
  return wave === 1
    ? [`执行后开始${soak[0]}${within[0]}`, `Begins with the task${soak[1]}${within[1]}`]
    : [`前一批过关后开始${soak[0]}${within[0]}`, `After the gates of the batch before${soak[1]}${within[1]}`];
}

interface ColumnsProps {
  readonly task: WireRow;
  readonly progress: Progress;
  readonly here: number;
  readonly onHere: (wave: number) => void;
}

/** The batches of a task beside each other, each with its counts and its gates. */
export function BatchColumns({ task, progress, here, onHere }: ColumnsProps): ReactElement {
  const t = useT();
  return (
    <section className="up-batches" aria-label={t(['批次', 'Batches'])}>
      {progress.batches.map((batch) => {
        const [tone, word] = stateOf(batch, progress);
        const parts = BATCH_BAR.filter(([part]) => countOfPart(batch.states, part) > 0);
        const isAhead = batch.wave > progress.wave || batch.gates.length === 0;
        return (
          <article key={batch.wave} data-here={batch.wave === here || undefined} data-wave={batch.wave}>
            <header>
              <button type="button" aria-pressed={batch.wave === here} onClick={() => onHere(batch.wave)}>
                <i data-tone={tone} aria-hidden>
                  {batch.wave < progress.wave ? <Check size={12} /> : batch.wave}
                </i>
                {t([
                  `第 ${batch.wave} 批 ${batch.percent === 100 ? '全部' : `${batch.percent}%`}`,
                  `Batch ${batch.wave}: ${batch.percent === 100 ? 'all' : `${batch.percent}%`}`,
                ])}
              </button>
              <small className="quiet">{t([`${grouped(batch.total)} 台`, `${grouped(batch.total)} devices`])}</small>
              <span className="spring" />
              <span className={`pill ${tone}`}>{t(word)}</span>
            </header>
            <div className="run-bar" aria-hidden>
              {parts.map(([part, colour]) => (
                <i key={part} data-tone={colour} style={{ flexGrow: countOfPart(batch.states, part) }} />
              ))}
            </div>
            <p className="up-counts">
              {parts.map(([part]) => (
                <span key={part} data-part={part}>
                  {t(partLabels[part])} <b>{grouped(countOfPart(batch.states, part))}</b>
                </span>
              ))}
            </p>
            <Gates batch={batch} task={task} />
            {isAhead && batch.wave >= progress.wave && (
              <p className="quiet up-ahead">
                <Clock size={13} aria-hidden /> {t(aheadWords(batch, task))}
              </p>
            )}
          </article>
        );
      })}
    </section>
  );
}
