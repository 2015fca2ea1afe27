import type { Label } from '#kernel/language/label.ts';

interface Counted {
  readonly good: number;
  readonly all: number;
  readonly target: number;
}

/** Return a share in percent with one decimal, rounded down; null where nothing is measured. */
export const shareOf = ({ good, all }: Counted): number | null => (all ? Math.floor((good * 1000) / all) / 10 : null);

/** Return how a figure compares with what is wanted; null where nothing is measured. */
export function targetMark(of: Counted): { readonly tone: 'green' | 'amber'; readonly words: Label } | null {
  const share = shareOf(of);
  if (share === null) return null;
  if (share >= of.target) return { tone: 'green', words: [`好，要 ${of.target}%`, `good, wanted ${of.target}%`] };
  const less = Math.round((of.target - share) * 10) / 10;
  return {
    tone: 'amber',
    words: [`差 ${less} 点，要 ${of.target}%`, `${less} points short of ${of.target}%`],
  };
}
