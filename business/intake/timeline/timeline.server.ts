import { CaseRows } from './case-rows.server.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type Reading, row as refuseRow } from '#kernel/server';
import { registration } from '../registration/registration.paper.ts';
import type { CaseBandStation } from './band/band-station.server.ts';
import type { Station } from './station.rules.ts';

/** A case whose registration the asking person sees. */
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

/** The stations of one kind that a room gives to the whole case. */
export interface CaseStations {
  readonly kind: string;
  /** Its place among stations of the same moment, and in the band; lower comes first. */
  readonly sort: number;
  /** Its place in the band at the head of every paper of the case; absent: the band leaves it out. */
  readonly band?: CaseBandStation;
  readonly read: (of: CaseReading) => Promise<readonly Station[]>;
}

/** The stations of every room. */
export const timelineStations = contribution<CaseStations>('timeline.stations');
