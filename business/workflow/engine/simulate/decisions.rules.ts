import type { SimulatedCase } from './simulate.rules.ts';

type Decide = NonNullable<SimulatedCase['decide']>;

/** A decision that was taken at a node, with the variables that it set. */
export type RecordedDecision = ReturnType<Decide> & { readonly nodeId: string };

/** Decides as it was decided before, visit by visit of each node; what nobody decided then is passed. */
export function decideAsRecorded(recorded: readonly RecordedDecision[]): Decide {
  const left = Map.groupBy(recorded, ({ nodeId }) => nodeId);
  return ({ nodeId }) => left.get(nodeId)?.shift() ?? { pass: true };
}

/** Decides by chance: the share of passes at each node, from 0 to 1; 1 where none is given. `random` answers from 0 to below 1. */
export const decideByChance =
  (shares: Readonly<Record<string, number>>, random: () => number): Decide =>
  ({ nodeId }) => ({ pass: random() < (shares[nodeId] ?? 1) });
