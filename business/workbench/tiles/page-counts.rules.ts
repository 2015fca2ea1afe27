import type { Pile } from '#business/masterdata/piles/pile.calls.ts';

/** Sum the piles of each page. A page is red if one of them is. */
export function countsByPage(
  piles: readonly Pick<Pile, 'all' | 'count' | 'worry'>[],
): Readonly<Record<string, { readonly count: number; readonly worry: boolean }>> {
  const pages: Record<string, { count: number; worry: boolean }> = {};
  for (const { all, count, worry } of piles) {
    if (count === 0) continue;
    const [path] = all.split('?');
    const before = pages[path] ?? { count: 0, worry: false };
    pages[path] = { count: before.count + count, worry: before.worry || worry };
  }
  return pages;
}
