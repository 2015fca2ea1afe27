import { type Spent, spentBy } from '../bench/cpu.ts';

/** The CPU of the dated steps of a demo run, by room and time of day. */
export class StoryCost {
  readonly #postmaster: number;
  readonly #sums = new Map<string, Spent & { readonly steps: number }>();

  constructor(postmaster: number) {
    this.#postmaster = postmaster;
  }

  /** Run a step of a room at a moment, and add its CPU. */
  async run(room: string, at: string, work: () => Promise<unknown>): Promise<void> {
    const key = `${room} ${at.slice(11, 16)}`;
    const { node, database } = await spentBy(this.#postmaster, work);
    const sum = this.#sums.get(key) ?? { node: 0, database: 0, steps: 0 };
    this.#sums.set(key, { node: sum.node + node, database: sum.database + database, steps: sum.steps + 1 });
  }

  /** Return a line for each room and time of day: steps, and seconds of Node and of PostgreSQL. */
  lines(): string[] {
    return [...this.#sums]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([key, { node, database, steps }]) =>
          `${key}  ${steps} ×  ${node.toFixed(1)} s Node  ${database.toFixed(1)} s PostgreSQL`,
      );
  }
}
