import type { AnyPaper } from '#kernel/language/paper.ts';
import { type NamedAction, rowActions } from '../../actions/actions.tsx';
import type { Band } from '../../registry/band.ts';
import type { WireRow } from '../../registry/rows.ts';

/** The one action of a row that has the strong button and the key: what its case waits for, else its first everyday one; none where the case waits for another paper. */
export function nextOf(of: AnyPaper, row: WireRow, band: Band | undefined): NamedAction | undefined {
  const actions = rowActions(of, row);
  const step = band?.step;
  // What only hangs on a case has its own business first: an urge is answered, whatever the case waits for.
  const isStation = band?.stations.some((one) => one.id === row.id);
  if (!step || !isStation) return actions.find(([, action]) => action.prominent);
  return step.paper === of.name && step.id === row.id ? actions.find(([name]) => name === step.action) : undefined;
}

/** The actions that stand as buttons: the first three, the next one always among them. */
export function shownActions(all: readonly NamedAction[], next: NamedAction | undefined): readonly NamedAction[] {
  const first = all.slice(0, 3);
  return !next || first.some(([name]) => name === next[0]) ? first : [...first.slice(0, 2), next];
}
