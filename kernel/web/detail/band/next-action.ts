import type { AnyPaper } from '#kernel/language/paper.ts';
import { type NamedAction, rowActions } from '../../actions/actions.tsx';
import type { Band } from '../../registry/band.ts';
import type { WireRow } from '../../registry/rows.ts';

/**
 * Return the primary action of a row: the next step of the service case it belongs to, else its first frequent action.
 * Undefined if the next step belongs to another row.
 */
export function nextOf(of: AnyPaper, row: WireRow, band: Band | undefined): NamedAction | undefined {
  const actions = rowActions(of, row);
  const step = band?.step;
  // A paper that is no stage of the service case, such as an urge by the customer, has a primary action of its own. The
  // next step of the case does not matter then.
  const isStation = band?.stations.some((one) => one.id === row.id);
  if (!step || !isStation) return actions.find(([, action]) => action.prominent);
  return step.paper === of.name && step.id === row.id ? actions.find(([name]) => name === step.action) : undefined;
}

/** Return the actions shown as buttons: the first three, or the first two and the primary one. */
export function shownActions(all: readonly NamedAction[], next: NamedAction | undefined): readonly NamedAction[] {
  const first = all.slice(0, 3);
  return !next || first.some(([name]) => name === next[0]) ? first : [...first.slice(0, 2), next];
}
