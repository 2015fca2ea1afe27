import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import type { collectType } from '#business/billing/dictionaries.ts';
import { type CoverFees, payersOf } from '#business/intake/cover/cover.rules.ts';
import type { repairType } from '#business/masterdata/dictionaries.ts';
import { type fanganType, schemeName } from '../dictionaries.ts';

type Fee = KeyOf<typeof collectType>;

/** Fee types that an order counts as other fees. */
const OTHER: readonly Fee[] = ['visit', 'highWork', 'emptyRun', 'other'];

/** Return who pays each kind of fee under a contract with this scope. Without a scope it pays labour and mileage. */
export function payersByScope(scope: readonly string[] | null): CoverFees {
  if (!scope?.length) return payersOf('plan');
  const has = (...fees: readonly string[]): 'plan' | 'customer' =>
    fees.some((fee) => scope.includes(fee)) ? 'plan' : 'customer';
  return { labor: has('labor'), material: has('material'), mileage: has('mileage'), other: has(...OTHER) };
}

/** Systems of orders that each kind of contract covers. A contract for the whole home covers all. */
export const SYSTEMS: Readonly<Record<KeyOf<typeof fanganType>, readonly KeyOf<typeof repairType>[]>> = {
  heating: ['floorHeat', 'radiator', 'boiler', 'heatPump'],
  cooling: ['hvac', 'heatPump'],
  air: ['freshAir', 'dehumid'],
  water: ['waterPure', 'softWater'],
  hot: ['hotWater', 'boiler', 'heatPump'],
  smart: ['smartHome'],
  whole: [],
};

/** Return the kinds of contracts that cover a system. */
export const kindsOf = (system: string | null): string[] =>
  Object.entries(SYSTEMS)
    .filter(([, systems]) => (systems as readonly string[]).includes(system ?? ''))
    .map(([kind]) => kind);

/** Return the name of a contract in both languages. */
export const schemeLabel = (key: string): Label => {
  const item = schemeName.items[key as KeyOf<typeof schemeName>];
  return item ? [item[0], item[1]] : [key, key];
};

/** Return why a contract covers an order. `left`: its visits after this one. */
export function coverReason(of: { readonly no: string; readonly name: string; readonly left: number }): Label {
  const [zh, en] = schemeLabel(of.name);
  return [
    `方案${of.no}${zh}承担，本次后剩${of.left}次`,
    `Contract ${of.no} ${en} covers it, ${of.left} visits left after this one`,
  ];
}
