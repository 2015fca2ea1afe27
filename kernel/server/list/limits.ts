const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * Round a limit up to one of few steps, as part of the statement. The plan then knows that few rows are wanted, and an
 * arbitrary number makes no statement of its own. The caller cuts off further rows.
 */
export function roundLimit(limit: number): number {
  const wanted = Math.max(1, Math.trunc(limit));
  return STEPS.find((step) => step >= wanted) ?? Math.ceil(wanted / 1000) * 1000;
}
