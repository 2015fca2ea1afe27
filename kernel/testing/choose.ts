import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, storedFields, lifeOf } from '#kernel/language/paper.ts';
import { isProvided } from '#kernel/server/write/steps/values.ts';
import { papers } from '../../server/assemble.ts';
import { type Body, sampleValue } from './sample.ts';
import { nextSampleNumber } from './sample-numbers.ts';
import type { Answer, TestServer } from './test-server.ts';

/** Return the papers that match, each with its Chinese title as the title of a test. */
export const titled = (wanted: (paper: AnyPaper) => boolean = () => true): [title: string, paper: AnyPaper][] =>
  [...papers.values()].filter(wanted).map((paper) => [paper.title[0], paper]);

export const isWritten = (paper: AnyPaper): boolean => !paper.readOnly;

/** Return the fields that a person enters, with their names. */
export const fixtureFields = (paper: AnyPaper): [name: string, field: Field][] =>
  storedFields(paper).filter(([, field]) => isProvided(field));

/** Return the rank of a field's kind as a test value; simple kinds come first. */
function plainness(field: Field): number {
  const { freeText, number, time } = kindOf(field);
  const ranks = [
    freeText === 'line',
    freeText === 'lines',
    number === 'decimal',
    number === 'whole',
    field.dictionary !== undefined && !field.many,
    time === 'moment',
    time === 'day',
  ];
  return ranks.indexOf(true);
}

/**
 * A field that may be changed. `to` returns a new value: for a text field the word itself, for other kinds another
 * sample.
 */
export interface Changeable {
  readonly name: string;
  readonly field: Field;
  to(word: string): unknown;
}

/** Return a simple field that may be changed in the state of a new row and has no rule (unique, copied, needed). */
export function changeable(paper: AnyPaper, row: Body): Changeable {
  const life = paper.lifecycle;
  const editable = life ? (life.editable[String(row[life.field])] ?? []) : 'all';
  const apart = new Set([
    paper.key,
    // A field of a unique key could conflict with another row.
    ...(paper.uniques ?? []).flat(),
    life?.field,
    ...(paper.lifecycle?.tracks ?? []).map((track) => track.field),
  ]);
  const free = fixtureFields(paper).filter(
    ([name, field]) =>
      (editable === 'all' || editable.includes(name)) &&
      plainness(field) >= 0 &&
      !field.unique &&
      !field.copied &&
      !field.needed &&
      field.example === undefined &&
      !apart.has(name),
  );
  // Codes are stored in capitals, so a change of a code would not be stored as typed: prefer another text.
  const place = (field: Field): number => plainness(field) + Number(Boolean((field as { code?: boolean }).code)) / 2;
  const [found] = free.toSorted(([, one], [, other]) => place(one) - place(other));
  if (!found)
    throw new Error(`nothing plain of ${paper.name} may be changed in the state ${String(life && row[life.field])}`);
  const [name, field] = found;
  return {
    name,
    field,
    to: (word) => (kindOf(field).freeText ? word : otherThan(field, row[name])),
  };
}

/** Return a valid value that the detail shows differently from this one. Throw if there is none. */
function otherThan(field: Field, value: unknown): unknown {
  for (let tries = 0; tries < 20; tries++) {
    const other = sampleValue(field, nextSampleNumber());
    if (displayedAs(field, other) !== value) return other;
  }
  throw new Error(`${field.label[0]} has no second value`);
}

/** Return the body of a change that changes nothing: the id, and for a draft the flag that it stays one. */
export function stays(paper: AnyPaper, row: Body): Body {
  const life = paper.lifecycle;
  return { id: row.id, ...(life && row[life.field] === 'draft' && { draft: true }) };
}

/** Write a state directly into the table, since no action may lead there in the test. */
export async function putInto(
  server: TestServer,
  paper: AnyPaper,
  id: unknown,
  state: string,
  field = lifeOf(paper).field,
): Promise<void> {
  await server.tables(`update ${paper.table} set ${columnOf(field)} = $2 where id = $1`, [id, state]);
}

/** Return whether a refusal came from the rules of a room. Refusals for rights, missing rows and states are not. */
export const isRefusedByBusiness = (answer: Answer): boolean =>
  [400, 403, 409].includes(answer.status) && !['http', 'row', 'lifecycle'].includes(answer.reason?.split('.')[0] ?? '');

/** Put a row into a state in which it may be removed. Return false if the lifecycle has no such state. */
export async function makeRemovable(server: TestServer, paper: AnyPaper, id: unknown): Promise<boolean> {
  const life = paper.lifecycle;
  if (!life) return true;
  if (!life.removable.length) return false;
  await putInto(server, paper, id, life.removable[0]);
  return true;
}

/** Return an input as the detail shows the stored value: masked, as text, or with a time, by its kind and options. */
export function displayedAs(field: Field, input: unknown): unknown {
  const accepted = kindOf(field).accept(input, field);
  if (!('value' in accepted)) throw new Error(`${field.label[0]} refuses its own sample ${String(input)}`);
  if (hides(field.personal)) return masked(String(accepted.value), field.personal);
  if ((field as { csv?: boolean }).csv) return (accepted.value as string[]).join(',');
  if ((field as { wireTime?: boolean }).wireTime) return `${String(accepted.value)} 00:00:00`;
  if (field.asText) return columnFor(field).asText?.(accepted.value) ?? String(accepted.value);
  return accepted.value;
}

/** Return a row of the table by column names, with unmasked values. */
export const stored = async (server: TestServer, paper: AnyPaper, id: unknown): Promise<Body> =>
  (await server.tables<Body>(`select * from ${paper.table} where id = $1`, [id]))[0];
