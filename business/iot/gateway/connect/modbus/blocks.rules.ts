import type { Area, ReadRequest } from './pdu.rules.ts';

/** A point of a unit with its registers. */
export interface Located {
  readonly area: Area;
  readonly register: number;
  readonly count: number;
}

const MAX_WORDS = 125;
const endOf = ({ register, count }: Located): number => register + count;

/**
 * Plan the reads of a unit: points whose registers touch or overlap share a block of at most 125. No block covers a
 * register between points. `cuts`: keys of points that start a block of their own.
 */
export function planBlocks(points: readonly Located[], cuts: ReadonlySet<string>): ReadRequest[] {
  const blocks: { area: Area; register: number; count: number }[] = [];
  for (const point of points.toSorted((one, other) => one.area - other.area || one.register - other.register)) {
    const last = blocks.at(-1);
    const isJoined =
      last !== undefined &&
      last.area === point.area &&
      point.register <= endOf(last) &&
      endOf(point) - last.register <= MAX_WORDS &&
      (point.register < endOf(last) || !cuts.has(registerKey(point)));
    if (isJoined) last.count = Math.max(last.count, endOf(point) - last.register);
    else blocks.push({ area: point.area, register: point.register, count: point.count });
  }
  return blocks;
}

/** Key of a point by its first register. */
export const registerKey = ({ area, register }: Pick<Located, 'area' | 'register'>): string => `${area}:${register}`;

/**
 * Return the key of the point at which a refused block is split: the one nearest to its middle that no other point
 * overlaps. Null: the block has one point, or its points overlap.
 */
export function splitOf(block: ReadRequest, points: readonly Located[]): string | null {
  const within = points.filter(
    (one) => one.area === block.area && one.register >= block.register && endOf(one) <= endOf(block),
  );
  const middle = block.register + block.count / 2;
  const starts = within
    .filter(
      (one) =>
        one.register > block.register &&
        !within.some((other) => other.register < one.register && endOf(other) > one.register),
    )
    .toSorted((one, other) => Math.abs(one.register - middle) - Math.abs(other.register - middle));
  return starts.length ? registerKey(starts[0]) : null;
}
