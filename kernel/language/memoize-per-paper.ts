import type { AnyPaper } from './paper.ts';

/** Return a function that computes its value once for each definition of a paper, and then from a cache. */
export function memoizePerPaper<T>(work: (paper: AnyPaper) => T): (paper: AnyPaper) => T {
  const known = new WeakMap<AnyPaper, { readonly found: T }>();
  return (paper) => {
    let one = known.get(paper);
    if (!one) known.set(paper, (one = { found: work(paper) }));
    return one.found;
  };
}
