import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';

/** So many transactions of the tale are under way at once: one thinks while PostgreSQL works on others. */
export const WORKERS = 4;

/** No lane is further ahead of the others than so many things: all of them live about the same day. */
const AHEAD = 40;

/** The same row of numbers at every seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lets so many through at once; whoever comes then waits for one of them to be done, however long it takes. */
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
 * The chances of a world, and the lanes in which it goes on. They wait here and not for a connection: that wait is given up after a while,
 * which a slow machine would take for a fault.
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
        // What goes wrong is heard of where it is awaited.
        done.catch(() => undefined);
        ends.set(lane, done);
        begun.push(done);
      }
      await all();
    },
  };
}
