import { importable } from '#kernel/fields/importable.ts';
import { isPaperNumber } from '#kernel/language/field.ts';
import { languages, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { TENANT, exchangeField } from '../columns.ts';
import { exchange as refuse } from '../../refusals.ts';

/** Column of an uploaded sheet: its position, and the field that it fills; null: not imported. */
export interface ImportColumn {
  readonly at: number;
  readonly header: string;
  readonly field: string | null;
}

/** Return a heading as it is compared: width of characters, asterisks and spaces do not matter. */
const plain = (header: string): string => header.normalize('NFKC').replaceAll(/[*\s]/g, '').toLowerCase();

/**
 * Headings of the columns for company and row id. The id is the only key of a paper without a number or a unique field.
 */
const tenantHeaders = ['租户编号', '租户id', 'tenantid'];
const idHeaders = ['id', '数据id', 'dataid'];

/** Can a column fill this: a field of the paper, the id of a row, or the company to compare? */
export const isColumnField = (paper: AnyPaper, name: string): boolean =>
  name === 'id' ||
  (name === TENANT && exchangeField(paper, TENANT) !== undefined) ||
  importable(paper).some(([one]) => one === name);

/** Does any column fill a field that can be written? */
export const bringsSomething = (columns: readonly Pick<ImportColumn, 'field'>[]): boolean =>
  columns.some(({ field }) => field !== null && field !== 'id' && field !== TENANT);

/** Heading of a column: its text, and the texts by which its field is searched, the best first. */
export interface Heading {
  readonly text: string;
  readonly tries: readonly string[];
}

/** Return a heading of one row. A remark in brackets behind it, such as a unit, is left out if that finds a field. */
export const headingOf = (text: string): Heading => ({
  text,
  tries: [text, text.replace(/[(（][^()（）]*[)）]\s*$/, '')],
});

/** Return the fields of a paper by their labels in either language, their names, and other headings of them. */
export function knownHeadings(paper: AnyPaper): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>();
  for (const [name, field] of importable(paper)) {
    for (const label of new Set([
      ...languages.map((language) => plain(labelIn(field.label, language))),
      name.toLowerCase(),
      ...(field.headings ?? []).map(plain),
    ]))
      known.set(label, [...(known.get(label) ?? []), name]);
  }
  // The company is compared, never written: a sheet of another company changes nothing here.
  if (exchangeField(paper, TENANT))
    for (const label of tenantHeaders) if (!known.has(label)) known.set(label, [TENANT]);
  for (const label of idHeaders) if (!known.has(label)) known.set(label, ['id']);
  return known;
}

/** Return the fields that a heading may mean. */
export const fieldsOfHeading = (known: ReadonlyMap<string, readonly string[]>, { tries }: Heading): readonly string[] =>
  tries.map((text) => known.get(plain(text)) ?? []).find((names) => names.length > 0) ?? [];

/** Options of `mapColumns`. */
interface MapOptions {
  /** The columns are not corrected later, so duplicate ones, or a sheet without a known one, are refused. */
  readonly strict: boolean;
  /** Return the name of a column without a heading that has values; empty: it has none, and is left out. */
  readonly nameless?: (at: number) => string;
}

/** Map columns to fields. Two fields of one label are matched in order. */
export function mapColumns(
  paper: AnyPaper,
  header: readonly Heading[],
  { strict, nameless = () => '' }: MapOptions,
): ImportColumn[] {
  const known = knownHeadings(paper);
  const taken = new Set<string>();
  const columns = header
    .map((heading, at): ImportColumn => {
      const names = fieldsOfHeading(known, heading);
      const field = names.find((name) => !taken.has(name)) ?? null;
      if (strict && names.length && field === null) throw refuse.columnTwice({ name: heading.text });
      if (field) taken.add(field);
      return { at, header: heading.text || nameless(at), field };
    })
    .filter((column) => column.header !== '');
  if (strict && !bringsSomething(columns)) throw refuse.noKnownColumn();
  return columns;
}

/**
 * Return the keys that recognise a row, the best first: its id, its number, a unique field, a unique group of fields.
 */
export function importKeys(paper: AnyPaper, columns: readonly ImportColumn[]): string[][] {
  const filled = new Set(columns.map((column) => column.field));
  const numbers = importable(paper)
    .filter(([, field]) => isPaperNumber(field))
    .map(([name]) => [name]);
  const uniques = importable(paper)
    .filter(([, field]) => field.unique)
    .map(([name]) => [name]);
  const keys = [['id'], ...numbers, ...uniques, ...(paper.uniques ?? []).map((names) => names.map(String))];
  // A number may be unique as well: each key is named once.
  return keys.filter(
    (names, at) =>
      names.every((name) => filled.has(name)) && keys.findIndex((other) => other.join() === names.join()) === at,
  );
}
