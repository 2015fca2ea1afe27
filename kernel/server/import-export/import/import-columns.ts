import { importable } from '#kernel/fields/importable.ts';
import { isPaperNumber } from '#kernel/language/field.ts';
import { languages, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { TENANT, exchangeField } from '../columns.ts';
import { exchange as refuse } from '../../refusals.ts';

/** A column of an uploaded sheet: where it stands, and the field it fills; null = not imported. */
export interface ImportColumn {
  readonly at: number;
  readonly header: string;
  readonly field: string | null;
}

/** What a column is recognised by: width of signs, marks and spaces tell nothing. */
const plain = (header: string): string => header.normalize('NFKC').replaceAll(/[*\s]/g, '').toLowerCase();

/** A row without a number or a unique field is known by its id alone. */
const tenantHeaders = ['租户编号', '租户id', 'tenantid'];
const idHeaders = new Set(['id', '数据id', 'dataid']);

/** What a column may fill: a field of the paper, the id of a row, or the company that it is compared with. */
export const isColumnField = (paper: AnyPaper, name: string): boolean =>
  name === 'id' ||
  (name === TENANT && exchangeField(paper, TENANT) !== undefined) ||
  importable(paper).some(([one]) => one === name);

/** Does any column bring something that may be written? */
export const bringsSomething = (columns: readonly Pick<ImportColumn, 'field'>[]): boolean =>
  columns.some(({ field }) => field !== null && field !== 'id' && field !== TENANT);

/**
 * Columns are known by their label in either language, by the name of the field or by the headings it has elsewhere; two fields of one label
 * are taken in order. `strict`: nobody can match them afterwards, so a column that stands there twice, or a sheet without a known one, is refused.
 */
export function mapColumns(paper: AnyPaper, header: readonly string[], strict: boolean): ImportColumn[] {
  const known = new Map<string, string[]>();
  for (const [name, field] of importable(paper)) {
    for (const label of new Set([
      ...languages.map((language) => plain(labelIn(field.label, language))),
      name.toLowerCase(),
      ...(field.headings ?? []).map(plain),
    ]))
      known.set(label, [...(known.get(label) ?? []), name]);
  }
  // Such a column is compared, never written: a sheet that was made for another company changes nothing here.
  if (exchangeField(paper, TENANT))
    for (const label of tenantHeaders) if (!known.has(label)) known.set(label, [TENANT]);
  const taken = new Set<string>();
  const columns = header
    .map((text, at): ImportColumn => {
      const names = known.get(plain(text)) ?? (idHeaders.has(plain(text)) ? ['id'] : []);
      const field = names.find((name) => !taken.has(name)) ?? null;
      if (strict && names.length && field === null) throw refuse.columnTwice({ name: text });
      if (field) taken.add(field);
      return { at, header: text, field };
    })
    .filter((column) => column.header !== '');
  if (strict && !bringsSomething(columns)) throw refuse.noKnownColumn();
  return columns;
}

/** The ways by which a row is recognised, best first: its id, its number, a unique field, a unique group of fields. */
export function importKeys(paper: AnyPaper, columns: readonly ImportColumn[]): string[][] {
  const given = new Set(columns.map((column) => column.field));
  const numbers = importable(paper)
    .filter(([, field]) => isPaperNumber(field))
    .map(([name]) => [name]);
  const uniques = importable(paper)
    .filter(([, field]) => field.unique)
    .map(([name]) => [name]);
  return [['id'], ...numbers, ...uniques, ...(paper.uniques ?? []).map((names) => names.map(String))].filter((names) =>
    names.every((name) => given.has(name)),
  );
}
