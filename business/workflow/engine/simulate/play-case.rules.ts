import type { StartCommand } from '../state/commands.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { SimulatedCase } from './simulate.rules.ts';
import { MemoryRun, type RunHost } from './memory-run.rules.ts';

type Decide = NonNullable<SimulatedCase['decide']>;

/** Maximal number of tasks and timers of one instance, so that endless loops end. */
const MAX_STEPS = 200;

/** A host whose clock is set forward, so that timers come due at once. */
export interface PlayHost extends RunHost {
  clock: number;
}

/** A task of a simulated process instance, with its assignee or its candidates. */
export interface PlayedTask {
  readonly nodeId: string;
  readonly name: string;
  readonly people: readonly string[];
  /** Keys of candidates of an unassigned task. */
  readonly keys: readonly string[];
  readonly pass: boolean;
}

/**
 * Result of an instance. `waiting`: only a message, a signal or a condition could continue it; `stuck`: the engine
 * refused to go on.
 */
export interface PlayedCase {
  readonly end: 'ended' | 'waiting' | 'stuck';
  readonly outcome: '' | 'approved' | 'rejected';
  /** The node where the instance ended, waits or failed. */
  readonly node: string;
  /** The fault with which the engine refused to go on, and its detail; empty if it did not. */
  readonly fault: string;
  readonly detail: string;
  readonly tasks: readonly PlayedTask[];
  /** Ids of visited nodes and flows, each once, in the order of the first visit. */
  readonly visited: readonly string[];
}

/**
 * Simulate one process instance to its end in memory. Open tasks are completed at once; when there is none, the next
 * timer comes due.
 */
export async function playCase(host: PlayHost, start: Omit<StartCommand, 'type'>, decide: Decide): Promise<PlayedCase> {
  const run = new MemoryRun(host);
  const tasks: PlayedTask[] = [];
  try {
    await run.run({ type: 'start', ...start });
    for (let step = 0; step < MAX_STEPS; step += 1) if (!(await playStep(run, decide, tasks))) return seen(run, tasks);
    return { ...seen(run, tasks), end: 'stuck', fault: 'limit', detail: String(MAX_STEPS) };
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

/** Complete the first open task, or run the next timer; return whether there was one. */
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
