import type { WALK_PARTS, WalkCount } from './count-walk.ts';

type Counts = readonly [files: number, functions: number, returns: number];

/** Counts of an act: those before the write path was restructured (81b31ae3), and the goal. */
interface Goal {
  readonly before: Counts;
  readonly goal?: Counts;
}

const GOALS: Readonly<Record<string, Partial<Record<keyof typeof WALK_PARTS, Goal>>>> = {
  accept: {
    whole: { before: [111, 375, 148], goal: [104, 400, 120] },
    path: { before: [32, 161, 69], goal: [24, 165, 28] },
    write: { before: [18, 110, 38], goal: [12, 105, 10] },
  },
  'submit and accept': {
    whole: { before: [119, 437, 170], goal: [104, 400, 120] },
    path: { before: [33, 186, 77], goal: [24, 165, 28] },
    write: { before: [19, 137, 48], goal: [12, 105, 10] },
  },
  batchSave: {
    whole: { before: [161, 623, 233], goal: [145, 590, 180] },
    path: { before: [40, 238, 94], goal: [24, 205, 34] },
    write: { before: [21, 167, 61] },
  },
};

export const WALK_HEAD = ['| files / functions / returns | now | before | goal | |', '|---|--:|--:|--:|---|'] as const;

/** Return a table row with the counts of one part of an act, its earlier counts and its goal. */
export function walkRow(
  scene: string,
  part: keyof typeof WALK_PARTS,
  { files, functions, returns }: WalkCount,
): string {
  const { before, goal } = GOALS[scene]?.[part] ?? {};
  const now: Counts = [files, functions, returns];
  const isMet = goal?.every((most, at) => now[at] <= most);
  const mark = isMet === undefined ? '' : isMet ? '✓' : '✗';
  const goalText = goal ? `≤ ${goal.join(' / ')}` : '';
  return `| ${scene}, ${part} | ${now.join(' / ')} | ${before?.join(' / ') ?? ''} | ${goalText} | ${mark} |`;
}
