import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';

/** Maximum number of open transactions: Node works on one while PostgreSQL works on others. */
export const WORKERS = 4;

/**
 * Maximum distance, in pieces of work, from the oldest unfinished one to the newest begun one. So all queues are at
 * about the same day of the demo run.
 */
const AHEAD = 12;

/** Return a random source (mulberry32): the same seed gives the same sequence. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Return a function that runs at most this many pieces of work at once; further ones wait for a free place, without a
 * timeout.
 */
function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < most) inside++;
    else
      await new Promise<void>((pass) => {
        waiting.push(pass);
      });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}

/**
 * Return the random source and the `concurrency` of a demo run: work of one queue runs in sequence, work of different
 * queues in parallel. Work waits here for a free place, not for a database connection. On a slow machine that wait
 * would time out and count as a fault.
 */
export function lanes(seed: number): Pick<DemoWorld, 'random' | 'concurrency'> {
  const random = chances(seed);
  return {
    random,
    async concurrency<T>(
      things: readonly T[],
      laneOf: (one: T) => string | undefined,
      work: (one: T, chance: Chance) => Promise<unknown>,
    ): Promise<void> {
      const enter = gate(WORKERS);
      const common = new Chance(random);
      const chancesOf = new Map<string, Chance>();
      const ends = new Map<string, Promise<unknown>>();
      const begun: Promise<unknown>[] = [];
      const all = async (): Promise<void> => {
        await Promise.all(begun);
      };
      for (const thing of things) {
        const lane = laneOf(thing);
        if (lane === undefined) {
          await all();
          await work(thing, common);
          continue;
        }
        if (begun.length >= AHEAD) await begun[begun.length - AHEAD];
        const chance = chancesOf.get(lane) ?? new Chance(chances(Math.floor(random() * 2 ** 32)));
        chancesOf.set(lane, chance);
        const done = (ends.get(lane) ?? Promise.resolve()).then(() => enter(() => work(thing, chance)));
        // Prevent an unhandled rejection: the error is thrown where this promise is awaited.
        done.catch(() => undefined);
        ends.set(lane, done);
        begun.push(done);
      }
      await all();
    },
  };
}
