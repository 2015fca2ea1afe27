import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Carrying, Pointing, Reading } from '../../context.ts';
import { DatabaseSession } from '../../write/session/database-session.ts';
import { pointingAt } from '../../write/rows/referrers.ts';
import { carryingKeys, savedKeysOf } from '../rekey.ts';

function sessionOf(reading: Reading): DatabaseSession {
  if (reading instanceof DatabaseSession) return reading;
  throw new Error('a reading of the product is a session');
}

/** Return the references to a row, derived from the definitions: living rows by paper and field. */
export const pointing = (reading: Reading, paper: AnyPaper, id: string): Promise<readonly Pointing[]> =>
  pointingAt(sessionOf(reading), paper, id);

/** Return the fields whose values are keys of a dictionary, each with the number of living rows by key. */
export const carrying = (reading: Reading, code: string): Promise<readonly Carrying[]> =>
  carryingKeys(sessionOf(reading), code);

/** Return how often stored filters name each key of a dictionary: those of views, and those in rows with a query. */
export const savedKeys = (reading: Reading, code: string): Promise<Readonly<Record<string, number>>> =>
  savedKeysOf(sessionOf(reading), code);
