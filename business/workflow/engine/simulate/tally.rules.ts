import type { Delta } from '../state/delta.rules.ts';
import type { ProcessFault } from '../state/process-error.rules.ts';

/** Result of a simulation, counted over all instances. */
export interface SimulationResult {
  readonly cases: number;
  readonly finished: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Number of visits by id of node or flow. */
  readonly visits: Readonly<Record<string, number>>;
  /** Number of tasks by recipient; an empty key counts unassigned and claimable ones. */
  readonly tasks: Readonly<Record<string, number>>;
  /** Number of stuck instances by node. */
  readonly stuck: Readonly<Record<string, number>>;
  readonly refused: readonly {
    readonly fault: ProcessFault | 'endless';
    readonly node: string;
    readonly cases: number;
  }[];
  /** Whether all instances were played, and the simulation was not ended early. */
  readonly complete: boolean;
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

/** Counts visits, tasks and outcomes over many instances. */
export class Tally {
  #cases = 0;
  #finished = 0;
  readonly #outcomes = new Counter();
  readonly #visits = new Counter();
  readonly #tasks = new Counter();
  readonly #stuck = new Counter();
  readonly #refused = new Map<string, SimulationResult['refused'][number]>();

  count({ activities, tasks }: Delta): void {
    for (const { nodeId } of activities.inserted) this.#visits.add(nodeId);
    for (const { assigneeId } of tasks.inserted) this.#tasks.add(assigneeId ?? '');
  }

  finish(outcome: string): void {
    this.#cases += 1;
    this.#finished += 1;
    this.#outcomes.add(outcome);
  }

  stick(nodeIds: readonly string[]): void {
    this.#cases += 1;
    for (const nodeId of new Set(nodeIds)) this.#stuck.add(nodeId);
  }

  refuse(fault: ProcessFault | 'endless', node: string): void {
    this.#cases += 1;
    const key = `${fault} ${node}`;
    this.#refused.set(key, { fault, node, cases: (this.#refused.get(key)?.cases ?? 0) + 1 });
  }

  result(complete: boolean): SimulationResult {
    return {
      cases: this.#cases,
      finished: this.#finished,
      outcomes: this.#outcomes.counts,
      visits: this.#visits.counts,
      tasks: this.#tasks.counts,
      stuck: this.#stuck.counts,
      refused: [...this.#refused.values()],
      complete,
    };
  }
}
