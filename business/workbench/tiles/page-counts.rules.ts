import type { Pile } from '#business/masterdata/piles/pile.calls.ts';

/** Sum the piles of each page; a pile without a page is left out. A page is red if one of its piles is. */
export function countsByPage(
  piles: readonly Pick<Pile, 'all' | 'count' | 'worry'>[],
): Readonly<Record<string, { readonly count: number; readonly worry: boolean }>> {
  const pages: Record<string, { count: number; worry: boolean }> = {};
  for (const { all, count, worry } of piles) {
    if (count === 0 || all === '') continue;
    const [path] = all.split('?');
    const before = pages[path] ?? { count: 0, worry: false };
    pages[path] = { count: before.count + count, worry: before.worry || worry };
  }
  return pages;
}
