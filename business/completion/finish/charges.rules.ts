import Big from 'big.js';
import type { Visit } from '../at-door/own-day.calls.ts';

/** A fee that came up at the door, as it is typed. `closed`: what the company asks for a door that stayed closed before; it is not the technician's. */
export interface ChargeLine {
  readonly id?: string;
  readonly chargeType: string;
  readonly amount: string;
  readonly reason: string;
  readonly photos: readonly Blob[];
  readonly photoLinks: readonly string[];
  readonly closed: boolean;
  /** Who pays it; absent: the customer, for a closed door whoever pays the other fees. */ readonly payer?: string;
}

/** So many may be added at a door. */
export const MOST_CHARGES = 3;

interface Kept {
  readonly id: string;
  readonly chargeType: string;
  readonly amount: string;
  readonly reason: string;
  readonly photos: readonly string[] | null;
  readonly closedVisitId: string | null;
  readonly payer?: string | null;
}

/** The charges of a completion that was sent back, or what closed doors before this visit cost. */
export function chargesFor(of: Visit): ChargeLine[] {
  const before = of.completion.charges as readonly Kept[] | undefined;
  if (before)
    return before.map((one) => ({
      id: one.id,
      chargeType: one.chargeType,
      amount: one.amount,
      reason: one.reason,
      photos: [],
      photoLinks: one.photos ?? [],
      closed: Boolean(one.closedVisitId),
      payer: one.payer || 'customer',
    }));
  return (of.closedDoors ?? []).map((one) => ({
    chargeType: 'emptyRun',
    amount: one.fee,
    reason: one.taskNo,
    photos: [],
    photoLinks: [],
    closed: true,
  }));
}

export const isAmount = (typed: string): boolean =>
  /^\d{1,8}(\.\d{1,2})?$/.test(typed.trim()) && new Big(typed.trim()).gt(0);
const amountIn = (line: ChargeLine): Big => new Big(isAmount(line.amount) ? line.amount.trim() : '0');

const payerOf = (line: ChargeLine, payerOfOther: string): string =>
  line.payer ?? (line.closed ? payerOfOther : 'customer');

/** What those come to that the customer pays, CNY. */
export const chargedIn = (charges: readonly ChargeLine[], payerOfOther: string): string =>
  charges
    .filter((one) => payerOf(one, payerOfOther) === 'customer')
    .reduce((sum, one) => sum.plus(amountIn(one)), new Big(0))
    .toFixed(2);

/** How many more may be added. */
export const roomFor = (charges: readonly ChargeLine[]): number =>
  MOST_CHARGES - charges.filter((one) => !one.closed).length;

/** The photos of the charges in the order in which the body names them. */
export const chargeFiles = (charges: readonly ChargeLine[]): { name: string; blob: Blob }[] =>
  charges.flatMap((one, line) => one.photos.map((blob, at) => ({ name: `charge-${line + 1}-${at + 1}.jpg`, blob })));

/** The charges as the server is told; `first` is the place of their first photo among the files. Closed doors it knows itself. */
export function chargeBody(charges: readonly ChargeLine[], first: number): Record<string, unknown>[] {
  let at = first;
  const names = charges.map((one) => one.photos.map(() => `@file:${at++}`));
  return charges.flatMap(({ id, chargeType, amount, reason, photoLinks, closed }, line): Record<string, unknown>[] => {
    if (closed) return id ? [{ id }] : [];
    return [
      {
        ...(id && { id }),
        chargeType,
        amount: amount.trim(),
        reason: reason.trim(),
        photos: [...photoLinks, ...names[line]],
      },
    ];
  });
}
