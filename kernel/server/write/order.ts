import type { Step } from './act.ts';
import type { FoundOf } from './found.ts';
import { gate } from './steps/gate.ts';
import { lockAbove, lockRows } from './steps/lock.ts';
import { changeOfState, event, logState, remark } from './steps/notes.ts';
import { effects, lockFirst, moved } from './steps/room.ts';
import { each, writeState } from './steps/rows.ts';
import { findTrack, findVerb, needs, neededLines, readAsked, segregation, standsInFrom } from './steps/verb.ts';

// prettier-ignore
const VERB: readonly Step<FoundOf['verb']>[] = [
  findVerb, lockFirst, lockAbove, lockRows, standsInFrom, readAsked, segregation, needs, neededLines, effects,
  ...each(remark, writeState, logState, event, changeOfState, moved, gate),
];

// prettier-ignore
const MOVE: readonly Step<FoundOf['move']>[] = [
  lockAbove, lockRows, findTrack,
  ...each(writeState, logState, event, changeOfState, moved, gate),
];

/** The steps of each kind of act, in their order. */
export const ORDER = { verb: VERB, move: MOVE };
