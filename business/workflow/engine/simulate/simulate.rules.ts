import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { runCommand } from '../run-command.rules.ts';
import { applyDelta, EMPTY_TREE } from '../state/apply-delta.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { Delta, InstanceTree } from '../state/delta.rules.ts';
import type { Awaitable } from '../state/host.rules.ts';
import { ProcessError, type ProcessFault } from '../state/process-error.rules.ts';
import type { TaskRow, Variables } from '../state/rows.rules.ts';
import { type MemoryCompany, MemoryHost } from './memory-host.rules.ts';
import { Tally, type SimulationResult } from './tally.rules.ts';

/** A process instance to simulate: its start, and the decisions of people. */
export interface SimulatedCase {
  readonly variables: Variables;
  readonly starterId?: string;
  /** Decides each task; absent: all pass. */
  readonly decide?: (task: TaskRow) => { readonly pass: boolean; readonly variables?: Variables };
}

export interface SimulationOptions {
  readonly company?: MemoryCompany;
  /** Other processes, which call activities may start. */
  readonly others?: readonly CompiledProcess[];
  /** Start time of every instance, in milliseconds since 1970. */
  readonly startAt: number;
  /** Called between instances; may wait, so that other work runs. False ends the simulation. */
  readonly goOn?: () => Awaitable<boolean>;
}

/** Maximal number of commands in one instance; beyond it the instance counts as endless. */
const MAX_COMMANDS = 500;

/** Simulate many instances in memory, and count paths, tasks by person, stuck and refused instances. */
export async function simulateProcess(
  process: CompiledProcess,
  cases: Iterable<SimulatedCase>,
  { company = {}, others = [], startAt, goOn }: SimulationOptions,
): Promise<SimulationResult> {
  const definitions = [...others, process].map((one) => ({ id: one.key, key: one.key, version: 0, process: one }));
  const host = new MemoryHost(definitions, company, startAt);
  const tally = new Tally();
  for (const one of cases) {
    if (goOn && !(await goOn())) return tally.result(false);
    host.clock = startAt;
    host.forget();
    await playCase(new Play(host, tally), process.key, one);
  }
  return tally.result(true);
}

async function playCase(
  play: Play,
  definitionId: string,
  { variables, starterId = '', decide }: SimulatedCase,
): Promise<void> {
  const start = { type: 'start', definitionId, starterId, variables } as const;
  let command: Command | undefined = start;
  for (let turn = 0; command; turn += 1) {
    const fault: ProcessFault | 'endless' | undefined = turn === MAX_COMMANDS ? 'endless' : await play.run(command);
    if (fault !== undefined) {
      play.refused(fault);
      return;
    }
    command = play.next(decide);
  }
  play.ended();
}

/** A simulated instance while it runs. */
class Play {
  readonly #host: MemoryHost;
  readonly #tally: Tally;
  #tree: InstanceTree = EMPTY_TREE;
  #at = '';

  constructor(host: MemoryHost, tally: Tally) {
    this.#host = host;
    this.#tally = tally;
  }

  async run(command: Command): Promise<ProcessFault | undefined> {
    try {
      const delta: Delta = await runCommand(this.#tree, command, this.#host);
      this.#tree = applyDelta(this.#tree, delta);
      this.#tally.count(delta);
      this.#host.remember(delta);
      return undefined;
    } catch (fault) {
      if (!(fault instanceof ProcessError)) throw fault;
      return fault.fault;
    }
  }

  /**
   * Return the next command: complete the first open task, otherwise run the job that is due first. Undefined if there
   * is neither.
   */
  next(decide: SimulatedCase['decide']): Command | undefined {
    const [task] = this.#tree.tasks;
    if (task) {
      const { pass, variables = {} } = decide?.(task) ?? { pass: true };
      this.#at = task.nodeId;
      return { type: 'complete', taskId: task.id, actorId: task.assigneeId ?? '', pass, variables };
    }
    const [job] = this.#tree.jobs.toSorted((a, b) => a.dueAt - b.dueAt);
    if (!job) return undefined;
    this.#at = job.nodeId;
    this.#host.clock = Math.max(this.#host.clock, job.dueAt);
    return { type: 'job', jobId: job.id };
  }

  refused(fault: ProcessFault | 'endless'): void {
    this.#tally.refuse(fault, this.#at);
  }

  ended(): void {
    const [root] = this.#tree.instances;
    if (root?.endedAt != null) this.#tally.finish(root.outcome);
    else this.#tally.stick(this.#tree.executions.flatMap(({ kind, nodeId }) => (kind === 'token' ? [nodeId] : [])));
  }
}
