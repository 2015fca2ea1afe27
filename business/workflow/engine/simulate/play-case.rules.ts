import type { StartCommand } from '../state/commands.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { SimulatedCase } from './simulate.rules.ts';
import { MemoryRun, type RunHost } from './memory-run.rules.ts';

type Decide = NonNullable<SimulatedCase['decide']>;

/** A run is over after so many tasks and timers; drawings that go round are told by it. */
const MOST_STEPS = 200;

/** A host whose clock can be set: timers come due without waiting. */
export interface PlayHost extends RunHost {
  clock: number;
}

/** A task of a played case, and who would get it. */
export interface PlayedTask {
  readonly nodeId: string;
  readonly name: string;
  readonly people: readonly string[];
  /** Keys of candidates where nobody has it alone. */
  readonly keys: readonly string[];
  readonly pass: boolean;
}

/** How a case went: `waiting` stands where only a message, a signal or a condition leads on. */
export interface PlayedCase {
  readonly end: 'ended' | 'waiting' | 'stuck';
  readonly outcome: '' | 'approved' | 'rejected';
  /** Where it stands, or broke off. */
  readonly node: string;
  /** Fault of the engine and what it is about, where it broke off. */
  readonly fault: string;
  readonly detail: string;
  readonly tasks: readonly PlayedTask[];
  /** Nodes and flows, each once, in the order of the first visit. */
  readonly visited: readonly string[];
}

/** Plays one case to its end in memory: every task is done at once by who has it, every timer comes due when nothing else is left. */
export async function playCase(host: PlayHost, start: Omit<StartCommand, 'type'>, decide: Decide): Promise<PlayedCase> {
  const run = new MemoryRun(host);
  const tasks: PlayedTask[] = [];
  try {
    await run.run({ type: 'start', ...start });
    for (let step = 0; step < MOST_STEPS; step += 1) if (!(await playStep(run, decide, tasks))) return seen(run, tasks);
    return { ...seen(run, tasks), end: 'stuck', fault: 'limit', detail: String(MOST_STEPS) };
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    const { node = '' } = error.data as { node?: string };
    return {
      ...seen(run, tasks),
      end: 'stuck',
      fault: error.fault,
      detail: String(error.data.name || Object.values(error.data).map(String).join(' ')),
      ...(node !== '' && { node: String(node) }),
    };
  }
}

/** Does the next task or timer; false where there is none. */
async function playStep(run: MemoryRun<PlayHost>, decide: Decide, tasks: PlayedTask[]): Promise<boolean> {
  const { tree, host } = run;
  const task = tree.tasks.find((one) => one.state === 'open');
  if (task) {
    const { pass, variables } = decide(task);
    const people = task.assigneeId === null ? [] : [task.assigneeId];
    tasks.push({ nodeId: task.nodeId, name: task.name, people, keys: run.candidates.get(task.id) ?? [], pass });
    await run.run({
      type: 'complete',
      taskId: task.id,
      pass,
      ...(variables && { variables }),
      ...(people[0] && { actorId: people[0] }),
    });
    return true;
  }
  const [job] = tree.jobs.toSorted((one, other) => one.dueAt - other.dueAt);
  if (!job || isOver(run)) return false;
  host.clock = Math.max(host.clock, job.dueAt);
  await run.run({ type: 'job', jobId: job.id });
  return true;
}

const rootOf = (run: MemoryRun<PlayHost>) => run.tree.instances.find(({ id }) => id === run.rootId);
const isOver = (run: MemoryRun<PlayHost>): boolean => rootOf(run)?.endedAt != null;

function seen(run: MemoryRun<PlayHost>, tasks: readonly PlayedTask[]): PlayedCase {
  const root = rootOf(run);
  const hasEnded = root?.endedAt != null;
  const lastDecision = root?.lastDecision === 'pass' ? 'approved' : root?.lastDecision ? 'rejected' : '';
  return {
    end: hasEnded ? 'ended' : 'waiting',
    outcome: hasEnded ? root.outcome || lastDecision : '',
    node: hasEnded ? root.endNode : (run.tree.executions.findLast(({ kind }) => kind === 'token')?.nodeId ?? ''),
    fault: '',
    detail: '',
    tasks,
    visited: [...new Set([...run.activities.values()].map(({ nodeId }) => nodeId))],
  };
}
