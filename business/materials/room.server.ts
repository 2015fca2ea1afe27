import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Behaviour, type Serving, serving } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import adjustmentLine from './adjustments/stock-adjustment-line.server.ts';
import adjustment from './adjustments/stock-adjustment.server.ts';
import accessory from './items/accessory.server.ts';
import material from './items/material.server.ts';
import { postMoves } from './stores/posting.server.ts';
import { postStock, storeOfPerson } from './stores/posting.service.ts';
import { releaseReservation, reserve } from './stores/reservation.server.ts';
import { releaseStock, reserveStock } from './stores/reserve.service.ts';
import stockMove from './stores/stock-move.server.ts';
import stock from './stores/stock.server.ts';
import warehouse, { findStore } from './stores/warehouse.server.ts';

/** A list of behaviours holds them without the types of their papers; each was checked where it was written. */
const untyped = <P extends AnyPaper>(one: Behaviour<P>): Behaviour => one as unknown as Behaviour;

/** What the papers of the materials room do beyond their definitions. */
export const behaviours: readonly Behaviour[] = [
  untyped(material),
  untyped(accessory),
  untyped(warehouse),
  untyped(stock),
  untyped(stockMove),
  untyped(adjustment),
  untyped(adjustmentLine),
];

/** What the stores do for other rooms. */
export const services: readonly Serving[] = [
  serving(postStock, postMoves),
  serving(storeOfPerson, findStore),
  serving(reserveStock, reserve),
  serving(releaseStock, releaseReservation),
];

/** Work behind the calls: jobs and what is listened to. */
export function startWork(_app: App): void {}

export { invariants } from './invariants.server.ts';
