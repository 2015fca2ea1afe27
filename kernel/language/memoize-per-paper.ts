import type { AnyPaper } from './paper.ts';

/** What follows from a definition alone is worked out once. */
export function memoizePerPaper<T>(work: (paper: AnyPaper) => T): (paper: AnyPaper) => T {
  const known = new WeakMap<AnyPaper, { readonly found: T }>();
  return (paper) => {
    let one = known.get(paper);
    if (!one) known.set(paper, (one = { found: work(paper) }));
    return one.found;
  };
}
