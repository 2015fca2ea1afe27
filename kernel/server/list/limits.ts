const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * The limit that stands in a statement where `limit` rows are wanted: the next of few steps. A plan made once knows by it how few rows are
 * wanted, and a number that somebody makes up makes no statement of its own. What comes beyond is cut off by whoever asked.
 */
export function roundLimit(limit: number): number {
  const wanted = Math.max(1, Math.trunc(limit));
  return STEPS.find((step) => step >= wanted) ?? Math.ceil(wanted / 1000) * 1000;
}
