import Big from 'big.js';
import type { Visit } from '../at-door/own-day.calls.ts';

/**
 * An extra charge in the form. `closed`: the fee for an earlier visit where nobody was at home, which the technician
 * cannot change.
 */
export interface ChargeLine {
  readonly id?: string;
  readonly chargeType: string;
  readonly amount: string;
  readonly reason: string;
  readonly photos: readonly Blob[];
  readonly photoLinks: readonly string[];
  readonly closed: boolean;
  /** The stored payer. Absent: the customer, or for a `closed` charge the payer of other fees. */
  readonly payer?: string;
}

/** Maximal number of extra charges per visit. */
export const MAX_CHARGES = 3;

interface Kept {
  readonly id: string;
  readonly chargeType: string;
  readonly amount: string;
  readonly reason: string;
  readonly photos: readonly string[] | null;
  readonly closedVisitId: string | null;
  readonly payer?: string | null;
}

/** Return the charges of a stored completion, otherwise the fees for earlier visits where nobody was at home. */
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

/** Return the sum of the charges that the customer pays, in CNY. */
export const chargedIn = (charges: readonly ChargeLine[], payerOfOther: string): string =>
  charges
    .filter((one) => payerOf(one, payerOfOther) === 'customer')
    .reduce((sum, one) => sum.plus(amountIn(one)), new Big(0))
    .toFixed(2);

/** Return how many more charges may be added. */
export const roomFor = (charges: readonly ChargeLine[]): number =>
  MAX_CHARGES - charges.filter((one) => !one.closed).length;

/** Return the photos of the charges as files, in the order in which `chargeBody` names them. */
export const chargeFiles = (charges: readonly ChargeLine[]): { name: string; blob: Blob }[] =>
  charges.flatMap((one, line) => one.photos.map((blob, at) => ({ name: `charge-${line + 1}-${at + 1}.jpg`, blob })));

/**
 * Return the charges as the call expects them. `first` is the index of their first photo among the files. `closed`
 * charges are on the server and only named by their id.
 */
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
