import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/language/plural.ts';
import { inThrees } from '#kernel/fields/text/text-ends.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import type { ShownDifference, ComparisonResult, DifferenceStep } from './cockpit.calls.ts';

const MINUS = '−';
const MONEY = 2;

const grouped = (text: string): string => text.replace(/^(\d+)/, (whole) => inThrees(whole));

/** Return a quantity with its sign: +2, −1, 0. */
export function signedQuantity(qty: string): string {
  const steps = stepsOf(qty, QTY);
  const text = grouped(quantityText(decimalOf(steps < 0n ? -steps : steps, QTY)));
  return steps === 0n ? text : `${steps < 0n ? MINUS : '+'}${text}`;
}

/** Return a quantity as people read it, with a real minus. */
export const plainQuantity = (qty: string): string => signedQuantity(qty).replace(/^\+/, '');

/** Return an amount with its sign and two decimals. */
export function signedAmount(amount: string): string {
  const cents = stepsOf(amount, MONEY);
  const text = grouped(decimalOf(cents < 0n ? -cents : cents, MONEY));
  return cents === 0n ? text : `${cents < 0n ? MINUS : '+'}${text}`;
}

/** Return the sum of amounts. */
export const amountSum = (amounts: readonly string[]): string =>
  decimalOf(
    amounts.reduce((sum, one) => sum + stepsOf(one, MONEY), 0n),
    MONEY,
  );

export const differenceKey = ({ whsCode, itemCode }: Pick<ShownDifference, 'whsCode' | 'itemCode'>): string =>
  `${whsCode} ${itemCode}`;

/** A warehouse with its differences. */
export interface WarehouseRows {
  readonly warehouse: ComparisonResult['warehouses'][number];
  readonly rows: readonly ShownDifference[];
}

/** Return the differences by warehouse; warehouses without one are left out. */
export function byWarehouse({ warehouses, rows }: Pick<ComparisonResult, 'warehouses' | 'rows'>): WarehouseRows[] {
  return warehouses.flatMap((warehouse) => {
    const own = rows.filter((row) => row.whsCode === warehouse.whsCode);
    return own.length ? [{ warehouse, rows: own }] : [];
  });
}

/** Return the name of a warehouse of SAP: its only store, the vans, or its code alone. */
export function warehouseName({ name, whsCode, stores, isOfVans }: ComparisonResult['warehouses'][number]): Label {
  if (isOfVans) return [`车辆 ${whsCode}`, `Vans ${whsCode}`];
  return stores === 1 && name ? [`${name} ${whsCode}`, `${name} ${whsCode}`] : [whsCode, whsCode];
}

/** Return how many stores share a warehouse of SAP; empty where it is one. */
export function sharedWords({ stores, isOfVans }: ComparisonResult['warehouses'][number]): Label {
  if (isOfVans) return [`${stores} 位技师的个人库合为一个 SAP 仓`, `${counted(stores, 'van')} as one warehouse of SAP`];
  if (stores === 0) return ['我方没有这个仓', 'we have no such store'];
  return stores > 1 ? [`${stores} 间仓合为一个 SAP 仓`, `${stores} stores are one warehouse of SAP`] : ['', ''];
}

/** The names of next steps. */
export const NEXT_WORDS: Readonly<Record<DifferenceStep['kind'], Label>> = {
  retry: ['核对重推', 'Ask again'],
  push: ['推送', 'Push'],
  count: ['看盘点', 'See count'],
  ledger: ['看流水', 'See moves'],
  material: ['对应料号', 'See material'],
};

/** The effects of the next steps, in a sentence. */
export const NEXT_HINTS: Readonly<Record<DifferenceStep['kind'], Label>> = {
  retry: [
    '按原键再问 SAP，会回同一张单，差就没了。',
    'SAP is asked with the same key and answers the same document: the difference disappears.',
  ],
  push: ['推送后 SAP 记同一笔，差就没了。', 'Once it is pushed SAP has it too: the difference disappears.'],
  count: ['SAP 补一张单，或采纳 SAP 的数。', 'Enter it in SAP, or adopt the stock of SAP.'],
  ledger: ['两边流水在右边；查明后补单，或采纳。', 'Both sides are at the right: enter what is missing, or adopt.'],
  material: ['在 SAP 建这个料号，或改我方的编码。', 'Add the material to SAP, or correct our code.'],
};

/** Why the stock of SAP cannot be adopted for a row. */
export const NOT_ADOPTABLE: Readonly<Record<Exclude<ShownDifference['adopt'], 'yes'>, Label>> = {
  group: ['几间仓共用这个 SAP 仓，请在库存调整里选一间', 'Several stores share this warehouse: count one of them'],
  serial: ['按序列号管理，请按序列号盘点', 'Tracked by serial number: count by serial number'],
  unknown: ['先对应料号', 'Match the code of the material first'],
  explained: ['不是盘点差，先推送或核对重推', 'No count difference: push it or ask SAP again first'],
};
