import type { ProcessNode } from '../../engine/model/compiled-process.rules.ts';

/** What a task offers besides its decision, as a node names it. */
export type Offered = 'return' | 'addSign' | 'transfer' | 'delegate' | 'cc';

/** Offers a node this verb? One that names none offers all. */
export function isOffered(node: ProcessNode | undefined, verb: Offered): boolean {
  const named = node?.userTask?.buttons;
  return !named || named.includes(verb);
}
