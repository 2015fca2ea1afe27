import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, row as refuseRow } from '#kernel/server';
import { registration } from '../registration/registration.paper.ts';
import type { CaseBandStation } from './band/band-station.server.ts';
import type { CaseRow, Station } from './station.rules.ts';

const MOST = 500;

/** The papers of one case as far as the asking person may read them; what several rooms ask for is read once. */
export class CaseRows {
  /** The registration of the case; empty where there is none yet. */
  readonly orderId: string;
  readonly #reading: Reading;
  readonly #read = new Map<string, Promise<readonly CaseRow[]>>();

  constructor(reading: Reading, orderId: string) {
    this.#reading = reading;
    this.orderId = orderId;
  }

  /** Rows whose field is one of the values; what he may not read is empty. */
  seen(paper: AnyPaper, field: string, values: readonly unknown[]): Promise<readonly CaseRow[]> {
    return this.#once('readVisible', paper, field, values);
  }

  /** Lines and photos: parts of what he was shown. */
  parts(paper: AnyPaper, field: string, values: readonly unknown[]): Promise<readonly CaseRow[]> {
    return this.#once('readPartsOfVisible', paper, field, values);
  }

  #once(
    how: 'readVisible' | 'readPartsOfVisible',
    paper: AnyPaper,
    field: string,
    values: readonly unknown[],
  ): Promise<readonly CaseRow[]> {
    const wanted = [...new Set(values.filter(Boolean).map(String))].join(',');
    const key = `${how} ${paper.name} ${field} ${wanted}`;
    const known =
      this.#read.get(key) ??
      (wanted
        ? (this.#reading[how](paper, { [`${field}_in`]: wanted }, MOST) as Promise<CaseRow[]>)
        : Promise.resolve([]));
    this.#read.set(key, known);
    return known;
  }
}

/** A case whose registration the asking person sees. */
export class CaseReading extends CaseRows {
  readonly order: AnsweredRow<typeof registration>;

  private constructor(reading: Reading, order: CaseReading['order']) {
    super(reading, order.id);
    this.order = order;
  }

  static async of(reading: Reading, orderId: string): Promise<CaseReading> {
    const [order] = await reading.readVisible(registration, { id: orderId }, 1);
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
