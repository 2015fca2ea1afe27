import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { type RunState, useTasks } from './use-run.view.tsx';

/** Address of the page of a task. */
export const runPath = (id: string): string => `/iot/instructionTask/${id}`;

/** Return the fact at the right of a task: its progress, its moment, or who must approve it. */
function factOf(row: WireRow, state: RunState | undefined): Label {
  const status = String(row.taskStatus);
  if (status === 'review') return ['等另一人复核', 'Needs an approval'];
  if (status === 'scheduled') {
    const at = String(row.scheduleTime ?? '');
    return [at && shortMoment(at, 'zh'), at && shortMoment(at, 'en')];
  }
  if (status === 'draft') return ['还没有执行', 'Not run yet'];
  if (status === 'running' || status === 'paused') return [`${state?.percent ?? 0}%`, `${state?.percent ?? 0}%`];
  const total = Number(row.targetCount ?? 0);
  const share = total ? ((Number(row.successCount ?? 0) / total) * 100).toFixed(1) : '0';
  return [`成功 ${share}%`, `${share}% succeeded`];
}

function TaskRow({ row, state, isHere }: { row: WireRow; state: RunState | undefined; isHere: boolean }): ReactElement {
  const t = useT();
  const count = grouped(Number(row.targetCount ?? 0));
  return (
    <li>
      <Link
        className="run-task"
        to={runPath(row.id)}
        data-here={isHere || undefined}
        aria-current={isHere || undefined}
      >
        <b>{String(row.taskName ?? '')}</b>
        <Value of={instructionTask} row={row} name="taskStatus" />
        <span className="quiet">
          {row._names?.configId} {t([`${count} 台`, `${count} devices`])}
          {row.riskLevel === 'high' && <em className="run-risk">{t(['高风险', 'High risk'])}</em>}
        </span>
        <span className="quiet run-fact">{t(factOf(row, state))}</span>
      </Link>
    </li>
  );
}

interface QueueProps {
  readonly here: string;
  readonly states: ReadonlyMap<string, RunState>;
  readonly running: readonly WireRow[];
  readonly planned: readonly WireRow[];
  readonly onNew: () => void;
}

/** All tasks: running ones, planned ones with their moment, and past ones. */
export function TaskQueue({ here, states, running, planned, onNew }: QueueProps): ReactElement {
  const t = useT();
  const may = useMay(instructionTask);
  const past = useTasks('completed,canceled').data;
  const parts: readonly (readonly [Label, readonly WireRow[], number])[] = [
    [['执行中', 'Running'], running, running.length],
    [['已计划', 'Planned'], planned, planned.length],
    [['已结束', 'Ended'], past?.records ?? [], past?.total ?? 0],
  ];
  return (
    <nav className="run-queue" aria-label={t(['指令任务', 'Instruction tasks'])}>
      <header>
        <h2>{t(['指令任务', 'Instruction tasks'])}</h2>
        {may('send') && (
          <button type="button" className="button" onClick={onNew}>
            <Plus size={15} aria-hidden /> {t(['新建', 'New'])} <kbd>N</kbd>
          </button>
        )}
      </header>
      <div className="run-tasks">
        {parts
          .filter(([, rows]) => rows.length > 0)
          .map(([label, rows, count]) => (
            <section key={label[1]}>
              <h3>
                {t(label)} {grouped(count)}
              </h3>
              <ul>
                {rows.map((row) => (
                  <TaskRow key={row.id} row={row} state={states.get(row.id)} isHere={row.id === here} />
                ))}
              </ul>
            </section>
          ))}
        <Link className="run-all" to="/iot/instructionTask">
          {t(['全部任务', 'All tasks'])}
        </Link>
      </div>
    </nav>
  );
}
