import { CaseRows } from './case-rows.server.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type Reading, row as refuseRow } from '#kernel/server';
import { registration } from '../registration/registration.paper.ts';
import type { CaseBandStation } from './band/band-station.server.ts';
import type { Station } from './station.rules.ts';

/** Reads one case (an order with all its papers), whose registration must be in the caller's scope. */
export class CaseReading extends CaseRows {
  readonly order: AnsweredRow<typeof registration>;

  private constructor(reading: Reading, order: CaseReading['order']) {
    super(reading, order.id);
    this.order = order;
  }

  static async of(reading: Reading, orderId: string): Promise<CaseReading> {
    const [order] = await reading.visible(registration, { query: { id: orderId } }).words({ first: 1 });
    if (!order) throw refuseRow.missing({ title: registration.title });
    return new CaseReading(reading, order);
  }
}

/** Timeline entries of one kind that a room contributes, with their station in the band. */
export interface CaseStations {
  readonly kind: string;
  /** Order of this kind among entries of the same moment, and of its station in the band; lower comes first. */
  readonly sort: number;
  /** Station in the band, the progress bar at the head of every paper; undefined if this kind has none there. */
  readonly band?: CaseBandStation;
  readonly read: (of: CaseReading) => Promise<readonly Station[]>;
}

/** Kinds of timeline entries of all rooms. */
export const timelineStations = contribution<CaseStations>('timeline.stations');
