import { isPaperNumber } from '#kernel/language/field.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { type Term, mayReveal } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { type App, paperNamed } from '../../../app.ts';
import { Parameters } from '../../../database/statement.ts';
import { scopeSql } from '../../../list/scope.ts';
import { row as refuse } from '../../../refusals.ts';
import { nowOf } from '../../../time/tenancy.ts';
import type { Actor } from '../../../session/actor.ts';
import { readRaw, storedSelect } from '../../../write/rows/stored.ts';
import { columnsFor, exchangeField, readByIds } from '../../columns.ts';
import type { Judge, PresentRows, ReadRow } from './verdict.ts';

/** Target of an import: the rows that a sheet is compared with. */
export interface ImportTarget {
  readonly app: App;
  readonly actor: Actor;
  readonly paper: AnyPaper;
  readonly where: readonly Term[];
}

interface Wanted {
  readonly at: number;
  readonly values: readonly unknown[];
}

/**
 * Return the ids of visible living rows with these values, by one statement. Invisible rows are reported only where
 * they violate a unique key. `loose` compares empty values too.
 */
async function idsBy(
  { app, actor, paper, where }: ImportTarget,
  names: readonly string[],
  wanted: readonly Wanted[],
  loose = false,
): Promise<Map<number, string>> {
  if (!wanted.length) return new Map();
  const types = names.map((name) => columnFor(exchangeField(paper, name)!).type(exchangeField(paper, name)!));
  const lists = types.map((type, at) => `$${at + 1}::${type}[]`);
  const letters = names.map((_, at) => `k${at}`);
  const matches = names.map(
    (name, at) => `t.${columnOf(name)} ${loose && at > 0 ? 'is not distinct from' : '='} w.k${at}`,
  );
  const values = new Parameters();
  for (const [at] of names.entries()) values.add(wanted.map((one) => one.values[at] ?? null));
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const seen = scopeSql(paper, where, values, (name) => paperNamed(app, name));
  const text = `select w.n::int, t.id from unnest(${lists.join(', ')}) with ordinality as w(${letters.join(', ')}, n) join ${paper.table} t on ${matches.join(' and ')}${tenant} and t.is_deleted = 0 and ${seen}`;
  const found = await app.db.arrays(actor.tenancy, text, values.values);
  return new Map(found.map(([n, id]) => [wanted[Number(n) - 1].at, String(id)]));
}

const wantedBy = (names: readonly string[], rows: readonly ReadRow[]): Wanted[] =>
  rows
    .filter((row) => names.every((name) => !isEmpty(row.values[name])))
    .map((row) => ({ at: row.at, values: names.map((name) => row.values[name]) }));

/**
 * May the person read the field unmasked? Otherwise an import may not tell which row has a value, since one sheet could
 * test thousands.
 */
const mayTell = ({ actor, paper }: ImportTarget, names: readonly string[]): boolean =>
  names.every((name) => {
    const field = exchangeField(paper, name)!;
    return !hides(field.personal) || mayReveal(actor.person, paper, field);
  });

/**
 * Return the ids of the stored rows that rows of the sheet mean, by the number of the row in the sheet. They are found
 * by their keys, the best key first.
 */
export async function idsOfRows(
  place: ImportTarget,
  judge: Judge,
  rows: readonly ReadRow[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const names of judge.keys.filter((one) => mayTell(place, one))) {
    const left = rows.filter((row) => !found.has(row.at));
    for (const [at, id] of await idsBy(place, names, wantedBy(names, left))) found.set(at, id);
  }
  return found;
}

/** Return the rows with the texts of their values. */
export async function presentRows(
  place: ImportTarget,
  judge: Judge,
  ids: readonly string[],
): Promise<Map<string, PresentRows>> {
  const { app, actor, paper } = place;
  if (!ids.length) return new Map();
  const columns = await columnsFor(
    app,
    actor.tenancy.tenantId,
    paper,
    judge.columns.map((column) => column.name),
    { language: actor.language, clear: () => false },
  );
  const words = new Map(
    (await readByIds(app, actor.tenancy, paper, columns, ids, nowOf(app.clock, actor.tenancy).slice(0, 10))).map(
      ([id, ...cells]) => [
        String(id),
        Object.fromEntries(columns.map((column, at) => [column.name, column.text(cells[at])])),
      ],
    ),
  );
  const values = new Parameters();
  const own = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ id: string }>(
      `select ${storedSelect(paper)} from ${paper.table} t where t.id = any(${values.add(ids)}::bigint[])${own}`,
      values.values,
    ),
  );
  return new Map(rows.map((raw) => [raw.id, { row: readRaw(paper, raw), words: words.get(raw.id) ?? {} }]));
}

/** Report unique values that another row has, and rows that are probable duplicates. */
export async function takenBy(
  place: ImportTarget,
  rows: readonly ReadRow[],
  found: ReadonlyMap<number, string>,
): Promise<Map<number, FieldProblem[]>> {
  const { paper } = place;
  const problems = new Map<number, FieldProblem[]>();
  const report = (at: number, one: FieldProblem): void => {
    problems.set(at, [...(problems.get(at) ?? []), one]);
  };
  for (const [name, field] of fieldsOf(paper).filter(
    ([one, of]) => of.unique && !isPaperNumber(of) && mayTell(place, [one]),
  )) {
    for (const [at, id] of await idsBy(place, [name], wantedBy([name], rows))) {
      if (found.get(at) === id) continue;
      const value = hides(field.personal) ? '****' : String(rows.find((row) => row.at === at)?.values[name] ?? '');
      report(at, {
        field: name,
        words: refuse.taken({ label: field.label, value }).words,
        group: [`${field.label[0]}已被占用`, `${field.label[1]} is taken`],
      });
    }
  }
  const rule = paper.duplicates;
  if (!rule) return problems;
  const names = rule.by.map(String);
  if (!mayTell(place, names)) return problems;
  const fresh = rows
    .filter((row) => !found.has(row.at) && !isEmpty(row.values[names[0]]))
    .map((row) => ({ at: row.at, values: names.map((name) => row.values[name] ?? null) }));
  for (const at of (await idsBy(place, names, fresh, true)).keys()) report(at, { field: names[0], words: rule.said });
  return problems;
}
