/** How many rows stand in a state, and what was received with them. */
export interface StatePart {
  readonly key: string;
  readonly count: number;
  readonly amount: string;
  readonly invoiced: string;
}
/** Cash that somebody took and has not handed over. */
export interface InHand {
  readonly technicianId: string;
  readonly name: string;
  readonly count: number;
  readonly amount: string;
  readonly since: string;
}
/** The money of a span of days, cut three ways; each way adds up to the same total. */
export interface Totals {
  readonly count: number;
  readonly amount: string;
  readonly refunded: string;
  readonly tracks: Readonly<Record<'transmitStatus' | 'invoiceStatus' | 'approvalStatus', readonly StatePart[]>>;
  readonly inHand: readonly InHand[];
}
