import type { ProcessNode } from '../../engine/model/compiled-process.rules.ts';

/** Verbs of a task other than its decision, by the names that a drawing uses. */
export type Offered = 'return' | 'addSign' | 'transfer' | 'delegate' | 'cc';

/** Return whether a node offers a verb. A node that names none offers all. */
export function isOffered(node: ProcessNode | undefined, verb: Offered): boolean {
  const named = node?.userTask?.buttons;
  return !named || named.includes(verb);
}
