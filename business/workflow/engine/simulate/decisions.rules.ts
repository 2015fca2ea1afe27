import type { SimulatedCase } from './simulate.rules.ts';

type Decide = NonNullable<SimulatedCase['decide']>;

/** A past decision at a node, with the variables that it set. */
export type RecordedDecision = ReturnType<Decide> & { readonly nodeId: string };

/** Repeat recorded decisions: each visit of a node takes its next one, and passes when none is left. */
export function decideAsRecorded(recorded: readonly RecordedDecision[]): Decide {
  const left = Map.groupBy(recorded, ({ nodeId }) => nodeId);
  return ({ nodeId }) => left.get(nodeId)?.shift() ?? { pass: true };
}

/**
 * Decide by chance. `shares`: the share of passes at each node, from 0 to 1, by default 1. `random` returns a number
 * from 0 to below 1.
 */
export const decideByChance =
  (shares: Readonly<Record<string, number>>, random: () => number): Decide =>
  ({ nodeId }) => ({ pass: random() < (shares[nodeId] ?? 1) });
