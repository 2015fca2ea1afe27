import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, storedFields, lifeOf } from '#kernel/language/paper.ts';
import { isProvided } from '#kernel/server/write/checks/read-body.ts';
import { papers } from '../../server/assemble.ts';
import { type Body, sampleValue } from './sample.ts';
import { nextSampleNumber } from './sample-numbers.ts';
import type { Answer, TestServer } from './test-server.ts';

/** Tests name a paper by its Chinese title, as its users do. */
export const titled = (wanted: (paper: AnyPaper) => boolean = () => true): [title: string, paper: AnyPaper][] =>
  [...papers.values()].filter(wanted).map((paper) => [paper.title[0], paper]);

export const isWritten = (paper: AnyPaper): boolean => !paper.readOnly;

/** The fields a person gives. */
export const fixtureFields = (paper: AnyPaper): [name: string, field: Field][] =>
  storedFields(paper).filter(([, field]) => isProvided(field));

/** Kinds of values that stand alone, those that are told most plainly first. */
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

/** A field that may be changed, and another value for each word that the test says; a text takes the word itself. */
export interface Changeable {
  readonly name: string;
  readonly field: Field;
  to(word: string): unknown;
}

/** A plain value that may be changed in the state of a fresh row, and that no rule of the paper looks at. */
export function changeable(paper: AnyPaper, row: Body): Changeable {
  const life = paper.lifecycle;
  const editable = life ? (life.editable[String(row[life.field])] ?? []) : 'all';
  const apart = new Set([
    paper.key,
    // One of two rows that must differ in it cannot have what the other has.
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
  // Codes are written in capitals, whatever was typed: another text is plainer.
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

/** A valid value that is not this one, and not the one before it if the kind has more. */
function otherThan(field: Field, value: unknown): unknown {
  for (let tries = 0; tries < 20; tries++) {
    const other = sampleValue(field, nextSampleNumber());
    if (displayedAs(field, other) !== value) return other;
  }
  throw new Error(`${field.label[0]} has no second value`);
}

/** The body of a change that leaves a draft the draft it is; anything else is named by its id alone. */
export function stays(paper: AnyPaper, row: Body): Body {
  const life = paper.lifecycle;
  return { id: row.id, ...(life && row[life.field] === 'draft' && { draft: true }) };
}

/** Puts a row into a state that no action leads to here. */
export async function putInto(
  server: TestServer,
  paper: AnyPaper,
  id: unknown,
  state: string,
  field = lifeOf(paper).field,
): Promise<void> {
  await server.tables(`update ${paper.table} set ${columnOf(field)} = $2 where id = $1`, [id, state]);
}

/** What a room refuses for reasons of its own, where the state allows the verb: the world around the row is not as it must be. */
export const isRefusedByBusiness = (answer: Answer): boolean =>
  [400, 403, 409].includes(answer.status) && !['http', 'row', 'lifecycle'].includes(answer.reason?.split('.')[0] ?? '');

/** Makes a row removable, where its states say when that is; false when they never do. */
export async function makeRemovable(server: TestServer, paper: AnyPaper, id: unknown): Promise<boolean> {
  const life = paper.lifecycle;
  if (!life) return true;
  if (!life.removable.length) return false;
  await putInto(server, paper, id, life.removable[0]);
  return true;
}

/** What the detail shows for a value that was given. */
export function displayedAs(field: Field, given: unknown): unknown {
  const accepted = kindOf(field).accept(given, field);
  if (!('value' in accepted)) throw new Error(`${field.label[0]} refuses its own sample ${String(given)}`);
  if (hides(field.personal)) return masked(String(accepted.value), field.personal);
  if ((field as { csv?: boolean }).csv) return (accepted.value as string[]).join(',');
  if ((field as { wireTime?: boolean }).wireTime) return `${String(accepted.value)} 00:00:00`;
  if (field.asText) return columnFor(field).asText?.(accepted.value) ?? String(accepted.value);
  return accepted.value;
}

/** The row as the table has it. */
export const stored = async (server: TestServer, paper: AnyPaper, id: unknown): Promise<Body> =>
  (await server.tables<Body>(`select * from ${paper.table} where id = $1`, [id]))[0];
