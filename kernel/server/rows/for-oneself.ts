import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { writesForOthers } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { row as refuse } from '../refusals.ts';
import type { Values } from './stored-row.ts';
import type { Actor } from '../session/actor.ts';

const isAboutOthers = (value: unknown, person: string): boolean => !isEmpty(value) && String(value) !== person;

/** Return the refusal of a row about another person (`self` of the paper); null where it may be written. */
export function whyNotForOthers(
  { person }: Pick<Actor, 'person'>,
  paper: AnyPaper,
  row: Readonly<Values>,
): Refusal | null {
  const { self } = paper;
  if (!self || !isAboutOthers(row[self], person.id) || writesForOthers(person, paper)) return null;
  const refusal = refuse.notForOthers({ title: paper.title });
  return refuse.notForOthers({ title: paper.title }, { fields: [{ field: String(self), words: refusal.words }] });
}

/** Refuse to write rows about another person, unless the caller holds the button `others` of the paper. */
export function assertForOneself(
  tx: Pick<Actor, 'person'>,
  paper: AnyPaper,
  ...rows: readonly Readonly<Values>[]
): void {
  for (const row of rows) {
    const why = whyNotForOthers(tx, paper, row);
    if (why) throw why;
  }
}
