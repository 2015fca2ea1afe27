import { Download, Pause, Play, RotateCcw, Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { lastOf } from '#kernel/language/must.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { type ActionRunner, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { downloadFile } from '#kernel/web/http/files.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { callOf } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { undoTask } from '../task/task.calls.ts';
import { taskLifecycle } from '../task/task-lifecycle.rules.ts';
import { CommandRows, RunTabs } from './command-rows.view.tsx';
import { CommandSide } from './command-side.view.tsx';
import { type RunTab, countOfTab, durationWords, durationsOf } from './run.rules.ts';
import { CountsView } from './task-counts.view.tsx';
import { TaskQueue, runPath } from './task-queue.view.tsx';
import {
  SHOWN_COMMANDS,
  type RunState,
  useCommand,
  useCommands,
  useRunChanges,
  useTask,
  useTaskStates,
  useTasks,
} from './use-run.view.tsx';
import './run-page.css';

const NewTaskDialog = withControls(() => import('./new-task.view.tsx').then((module) => module.NewTaskDialog));

/** Actions on the task. Undefined: the person or the state does not allow it. */
interface TaskSteps {
  readonly act: (verb: string) => (() => void) | undefined;
  readonly undo: (() => void) | undefined;
  readonly runner: ActionRunner;
}

function useTaskSteps(task: WireRow | undefined): TaskSteps {
  const t = useT();
  const runner = useActing(instructionTask);
  const may = useMay(instructionTask);
  const act = (verb: string) => {
    const action = instructionTask.lifecycle?.actions[verb as 'run'];
    return task && action && mayDo(task, verb) ? () => runner.run([verb, action], [task]) : undefined;
  };
  const isOver = task?.taskStatus === 'completed' || task?.taskStatus === 'canceled';
  const canUndo = task && isOver && task.instructionType === 'property_set' && may('send');
  const undo = async (of: WireRow): Promise<void> => {
    const isSure = await ask({
      title: t(['还原这个任务？', 'Undo this task?']),
      text: t([
        '把每台设备设回下发前的值；之后又变过的不动。',
        'Each device gets its value from before. Devices that have changed since stay.',
      ]),
      yes: t(['还原', 'Undo']),
    });
    if (!isSure) return;
    try {
      const { undone, changed, away } = await askCall(undoTask, { id: of.id });
      toast.good(
        t([
          `还原 ${undone} 台；${changed} 台之后变过，${away} 台离线`,
          `${undone} undone; ${changed} changed since, ${away} away`,
        ]),
      );
      refresh(deviceCommand.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  };
  return { act, undo: canUndo ? () => void undo(task) : undefined, runner };
}

const { actions } = taskLifecycle;
const nextLabels = { approve: actions.approve.label, run: actions.run.label, resume: actions.resume.label };

/** The one strong button of the page: the next step of the task. */
function StrongButton({ steps, trouble }: { steps: TaskSteps; trouble: number }): ReactElement | null {
  const t = useT();
  const retry = steps.act('retryFailed');
  const next = (['approve', 'run', 'resume'] as const).find((verb) => steps.act(verb));
  if (next) {
    return (
      <button type="button" className="button strong" onClick={steps.act(next)}>
        <Play size={15} aria-hidden /> {t(nextLabels[next])}
      </button>
    );
  }
  if (!retry || trouble === 0) return null;
  return (
    <button type="button" className="button strong" onClick={retry}>
      <RotateCcw size={15} aria-hidden /> {t([`重试 ${trouble} 台`, `Retry ${trouble}`])} <kbd>R</kbd>
    </button>
  );
}

function RunHead({ task, steps, trouble }: { task: WireRow; steps: TaskSteps; trouble: number }): ReactElement {
  const t = useT();
  const mayExport = useMay(deviceCommand)('export');
  const [pause, cancel] = [steps.act('pause'), steps.act('cancel')];
  const save = (): void =>
    void downloadFile(callOf(deviceCommand, 'download'), { taskId: task.id }, `${String(task.taskNo)}.xlsx`);
  return (
    <header className="page-head run-head">
      <h1>{String(task.taskName ?? '')}</h1>
      <Value of={instructionTask} row={task} name="taskStatus" />
      <small className="mono quiet">{String(task.taskNo ?? '')}</small>
      <span className="spring" />
      {mayExport && (
        <button type="button" className="button plain" onClick={save}>
          <Download size={15} aria-hidden /> xlsx
        </button>
      )}
      {cancel && (
        <button type="button" className="button plain danger" onClick={cancel}>
          {t(['取消…', 'Cancel …'])}
        </button>
      )}
      {steps.undo && (
        <button type="button" className="button" onClick={steps.undo}>
          <Undo2 size={15} aria-hidden /> {t(['还原…', 'Undo …'])}
        </button>
      )}
      {pause && (
        <button type="button" className="button" onClick={pause}>
          <Pause size={15} aria-hidden /> {t(['暂停', 'Pause'])} <kbd>P</kbd>
        </button>
      )}
      {task.taskStatus === 'review' && !steps.act('approve') && (
        <span className="run-review">{t(['高风险，要由另一人复核', 'High risk: another person approves it'])}</span>
      )}
      <StrongButton steps={steps} trouble={trouble} />
    </header>
  );
}

function Keys({ rows, state }: { rows: readonly WireRow[]; state: RunState | undefined }): ReactElement {
  const t = useT();
  const replied = rows.filter((row) => row.execStatus === 'success');
  const times = replied.length === countOfTab(state, 'success') ? durationsOf(replied) : null;
  return (
    <footer className="run-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t(['移动', 'move'])}
      </span>
      <span>
        <kbd>R</kbd> {t(['重试', 'retry'])}
      </span>
      <span>
        <kbd>Enter</kbd> {t(['打开设备', 'open the device'])}
      </span>
      <span className="spring" />
      {times && (
        <span className="quiet">
          {t([
            `成功的耗时 中位 ${durationWords(times.half)[0]}，95% 在 ${durationWords(times.most)[0]}内`,
            `Successes: median ${durationWords(times.half)[1]}, 95% within ${durationWords(times.most)[1]}`,
          ])}
        </span>
      )}
    </footer>
  );
}

/** Bind the keys of the page. */
function useRunKeys(
  of: {
    readonly rows: readonly WireRow[];
    readonly here: WireRow | undefined;
    readonly go: (id: string) => void;
    readonly onNew: (() => void) | undefined;
  },
  steps: TaskSteps,
): void {
  const navigate = useNavigate();
  const { rows, here, go, onNew } = of;
  const step = (by: number) => () => {
    const at = here ? rows.indexOf(here) : -1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    go(next.id);
    document.querySelector(`[data-row="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const [retry, pause, resume] = [steps.act('retryFailed'), steps.act('pause'), steps.act('resume')];
  const halt = pause ?? resume;
  useKeys([
    { keys: 'ArrowDown', label: ['下一台', 'Next device'], silent: true, run: step(1) },
    { keys: 'ArrowUp', label: ['上一台', 'Device before'], silent: true, run: step(-1) },
    {
      keys: 'Enter',
      label: ['打开设备', 'Open the device'],
      run: () => here && void navigate(`/matter/exampleDetail?id=${String(here.deviceId)}`),
    },
    ...(retry ? [{ keys: 'r', label: ['重试失败设备', 'Try failed devices again'] as const, run: retry }] : []),
    ...(halt ? [{ keys: 'p', label: ['暂停或继续', 'Pause or resume'] as const, run: halt }] : []),
    ...(onNew ? [{ keys: 'n', label: ['新建任务', 'Create a task'] as const, run: onNew }] : []),
  ]);
}

interface RunProps {
  readonly task: WireRow;
  readonly state: RunState | undefined;
  readonly onNew: (() => void) | undefined;
}

/** A task: its head, its counts, its devices, and the chosen one at the side. */
function Run({ task, state, onNew }: RunProps): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const failed = countOfTab(state, 'trouble');
  const [chosen, setTab] = useState<RunTab>();
  const tab = chosen ?? (isPhone && failed > 0 ? 'trouble' : 'all');
  const [hereId, go] = useState('');
  const { data } = useCommands(task.id, tab);
  const trouble = useCommands(task.id, 'trouble').data;
  const rows = data?.records ?? [];
  const here = rows.find((row) => row.id === hereId) ?? rows[0];
  const shown = useCommand(here?.id ?? '');
  const steps = useTaskSteps(task);
  useRunKeys({ rows, here, go, onNew }, steps);
  return (
    <>
      <div className="run-main">
        <RunHead task={task} steps={steps} trouble={failed} />
        {state && <CountsView task={task} state={state} />}
        <RunTabs tab={tab} state={state} onTab={setTab} />
        {rows.length > 0 ? (
          <CommandRows rows={rows} here={here} isPhone={isPhone} onHere={go} />
        ) : (
          <p className="run-empty">{data ? t(['没有设备', 'No device']) : <i className="skeleton" />}</p>
        )}
        {data && data.total > rows.length && (
          <p className="quiet run-more">
            {t([
              `另有 ${grouped(data.total - rows.length)} 台，导出可见`,
              `${grouped(data.total - rows.length)} more in the export`,
            ])}
          </p>
        )}
        {!isPhone && <Keys rows={rows} state={state} />}
      </div>
      <CommandSide
        task={task}
        row={here}
        whole={shown}
        place={here ? rows.indexOf(here) + 1 : 0}
        total={data?.total ?? 0}
        trouble={trouble?.records ?? []}
        hasMore={(trouble?.total ?? 0) > SHOWN_COMMANDS}
        onRetry={steps.act('retryFailed')}
      />
      {steps.runner.element}
    </>
  );
}

/** The page before its task is known: a skeleton, the reason why it is not read, or the first step. */
function NoTask({
  error,
  isEmpty,
  onNew,
}: {
  error: Error | null;
  isEmpty: boolean;
  onNew?: () => void;
}): ReactElement {
  const t = useT();
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['任务没有读到', 'The task could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!isEmpty)
    return (
      <p className="run-empty" aria-busy="true">
        <i className="skeleton" />
      </p>
    );
  return (
    <div className="table-empty">
      <b>{t(['还没有指令任务', 'There is no instruction task yet'])}</b>
      <span>
        {t([
          '一条指令发给多台设备：先看看会发给谁，再下发；结果逐台可见，可还原。',
          'Sends one instruction to many devices: look who gets it, then send it. Each result is seen, and can be undone.',
        ])}
      </span>
      {onNew && (
        <button type="button" className="button strong" onClick={onNew}>
          {t(['新建任务', 'Create a task'])}
        </button>
      )}
    </div>
  );
}

/** Place in the address at which a task is created. */
const NEW = 'new';

/** Return the tasks under way and planned, and the shown one: that of the address, else the first of them. */
function useQueue(named: string | undefined) {
  const running = useTasks('running,paused').data?.records;
  const planned = useTasks('review,scheduled,draft').data?.records;
  const ended = useTasks('completed,canceled').data?.records;
  const [first] = [...(running ?? []), ...(planned ?? []), ...(ended ?? [])];
  const id = named ?? first?.id ?? '';
  return { id, running: running ?? [], planned: planned ?? [], isEmpty: ended !== undefined && id === '' };
}

/** Tasks that send an instruction to many devices: the queue, the counts, each device with all its attempts. */
export default function RunPage(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const isPhone = usePhone();
  const may = useMay(instructionTask);
  const named = lastOf(useTabPath().split('/'));
  const [isNew, setNew] = useState(named === NEW && may('send'));
  const { id, running, planned, isEmpty } = useQueue(named === NEW ? undefined : named);
  const { data: task, error } = useTask(id);
  const states = useTaskStates([...new Set([id, ...running.map((row) => row.id)])].filter(Boolean));
  useRunChanges();
  useTabTitle(task ? String(task.taskName) : t(['指令任务', 'Instruction tasks']));
  const onNew = may('send') ? (): void => setNew(true) : undefined;
  useKeys(!task && onNew ? [{ keys: 'n', label: ['新建任务', 'Create a task'], run: onNew }] : []);
  return (
    <div className="run" data-alone={isPhone || undefined}>
      {!isPhone && (
        <TaskQueue here={id} states={states} running={running} planned={planned} onNew={() => setNew(true)} />
      )}
      {task ? (
        <Run key={id} task={task} state={states.get(id)} onNew={onNew} />
      ) : (
        <NoTask error={error} isEmpty={isEmpty} onNew={onNew} />
      )}
      {isNew && (
        <NewTaskDialog
          onClose={() => setNew(false)}
          onDone={(made) => {
            setNew(false);
            void navigate(runPath(made));
          }}
        />
      )}
    </div>
  );
}
