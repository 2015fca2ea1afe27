import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Behaviour, Serving } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import { pieceServices } from './pieces/making/make.server.ts';
import pieceLine from './pieces/piece-line.server.ts';
import piece from './pieces/piece.server.ts';
import pieceStandard from './standards/piece-standard.server.ts';
import process from './standards/process.server.ts';
import wageDispute from './wages/wage-dispute.server.ts';
import wageLine from './wages/wage-line.server.ts';
import wagePeriod from './wages/wage-period.server.ts';
import wageSheet from './wages/wage-sheet.server.ts';

/** A list of behaviours holds them without the types of their papers; each was checked where it was written. */
const untyped = <P extends AnyPaper>(one: Behaviour<P>): Behaviour => one as unknown as Behaviour;

/** What the papers of the piece-work room do beyond their definitions. */
export const behaviours: readonly Behaviour[] = [
  untyped(process),
  untyped(pieceStandard),
  untyped(piece),
  untyped(pieceLine),
  untyped(wagePeriod),
  untyped(wageSheet),
  untyped(wageLine),
  untyped(wageDispute),
];

/** What piece-work does for other rooms. */
export const services: readonly Serving[] = pieceServices;

/** Work behind the calls: jobs and what is listened to. */
export function startWork(_app: App): void {}

export { invariants } from './invariants.server.ts';
