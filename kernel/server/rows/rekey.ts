import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { LocalizedText } from '#kernel/language/label.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, isDocument, storedFields, numberName } from '#kernel/language/paper.ts';
import type { Carrying, Sql } from '../context.ts';
import { readName } from '../list/filter.ts';
import type { App } from '../app.ts';
import { row as refuse } from '../refusals.ts';
import { writeLogs } from '../write/log/log.ts';
import { refuseTaken } from '../write/rows/write-columns.ts';
import type { DatabaseSession } from '../write/session/database-session.ts';

interface Reader {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly field: Field;
}

/**
 * Return the fields that store keys in the order of locks of their papers, so that two changes of keys do not deadlock.
 */
const inLockOrder = ({ lockOrder }: Pick<App, 'lockOrder'>, readers: readonly Reader[]): Reader[] =>
  readers.toSorted((one, other) => lockOrder.place(one.paper.table) - lockOrder.place(other.paper.table));

/**
 * Return every field of the product whose values are keys of a dictionary. Logs are left out, since they are not
 * rewritten. Of the platform's own papers only fields of system dictionaries count.
 */
const readersOf = (app: Pick<App, 'papers'>, code: string): Reader[] =>
  [...app.papers.values()]
    .filter((paper) => !paper.appendOnly)
    .flatMap((paper) =>
      storedFields(paper)
        .filter(
          ([, field]) => field.dictionary?.code === code && (paper.owner !== 'platform' || field.dictionary.system),
        )
        .map(([name, field]): Reader => ({ paper, name, field })),
    );

const tenantIn = (paper: AnyPaper, place: string): string =>
  paper.owner === 'platform' ? 'true' : `t.tenant_id = ${place}`;

/** Return the fields whose values are keys of a dictionary, each with the number of living rows by key. */
export async function carryingKeys(
  { app, sql, tenantId }: { readonly app: Pick<App, 'papers'>; readonly sql: Sql; readonly tenantId: string },
  code: string,
): Promise<Carrying[]> {
  const readers = readersOf(app, code);
  const texts = readers.map(({ paper, name, field }, at) => {
    const column = `t.${columnOf(name)}`;
    const key = field.many ? `unnest(${column})` : `${column}::text`;
    return `select ${at} as at, g.key::text as key, count(*)::int as count from (select ${key} as key from ${paper.table} t where ${tenantIn(paper, '$1')} and $1::text is not null and t.is_deleted = 0 and ${column} is not null) g where g.key <> '' group by 2`;
  });
  const rows = texts.length
    ? await sql.query<{ at: number; key: string; count: number }>(texts.join(' union all '), [tenantId])
    : [];
  return readers.map(({ paper, name }, at) => ({
    paper,
    field: name,
    counts: Object.fromEntries(rows.filter((row) => row.at === at).map((row) => [row.key, row.count])),
  }));
}

/** Maximum number of changed rows of a field that are announced to open pages. */
const TOLD = 500;
const LOGGED_AT_ONCE = 5000;

interface Rekeyed {
  readonly id: string;
  readonly no: string | null;
  readonly dept: string | null;
  readonly living: boolean;
}

/** Refuse a key that the field cannot hold: it would be lost. */
function assertHolds({ paper, name, field }: Reader, to: string): void {
  const accepted = kindOf(field).accept(field.many ? [to] : to, field);
  if ('problem' in accepted)
    throw refuse.invalid(
      { first: [`${paper.title[0]}：${accepted.problem[0]}`, `${paper.title[1]}: ${accepted.problem[1]}`] },
      { fields: [{ field: name, words: accepted.problem }] },
    );
}

async function rekeyField(
  tx: DatabaseSession,
  { paper, name, field }: Reader,
  from: string,
  to: string,
): Promise<Rekeyed[]> {
  const column = columnOf(name);
  const type = columnFor(field).type(field);
  const carries = field.many ? `$2::text = any(t.${column})` : `t.${column} = $2::${type}`;
  const next = field.many
    ? `case when $3::text = any(t.${column}) then array_remove(t.${column}, $2::text) else array_replace(t.${column}, $2::text, $3::text) end`
    : `$3::${type}`;
  const number = numberName(paper);
  // Lock by id, so that two changes of the same rows do not deadlock. Removed rows as well: their key must be valid
  // after a restore.
  return tx.sql
    .query<Rekeyed>(
      `with o as (select t.id from ${paper.table} t where ${tenantIn(paper, '$1')} and $1::text is not null and ${carries} order by t.id for no key update of t)
    update ${paper.table} t set ${column} = ${next}, version = t.version + 1, update_user = $4, update_time = $5 from o where t.id = o.id
    returning t.id::text as id, ${number ? `t.${columnOf(number)}` : 'null::text'} as no, t.create_dept::text as dept, t.is_deleted = 0 as living`,
      [tx.tenantId, from, to, tx.person.id, tx.now()],
    )
    .catch(refuseTaken(tx.person, paper, { [name]: to }));
}

/**
 * Replace a key of a dictionary in every row, each with an entry in its history. Stored filters of views and reports
 * follow. Return the number of rows.
 */
export async function rekey(
  tx: DatabaseSession,
  code: string,
  { from, to, note }: { from: string; to: string; note: LocalizedText },
): Promise<number> {
  let moved = 0;
  for (const reader of inLockOrder(tx.app, readersOf(tx.app, code))) {
    assertHolds(reader, to);
    const { paper, name, field } = reader;
    const rows = await rekeyField(tx, reader, from, to);
    const changes = [{ field: name, label: field.label, old: from, new: to }];
    for (let at = 0; at < rows.length; at += LOGGED_AT_ONCE) {
      await writeLogs(
        tx,
        paper,
        rows
          .slice(at, at + LOGGED_AT_ONCE)
          .map((row) => ({ id: row.id, no: isDocument(paper) ? row.no : null, from: null, to: null, changes })),
        { action: 'rekey', label: ['字典键变更', 'Key changed'], remark: note },
      );
    }
    for (const row of rows.filter((one) => one.living).slice(0, TOLD))
      tx.changed(paper, { id: row.id, createDept: row.dept }, 'edit');
    moved += rows.length;
  }
  await rekeySaved(tx, code, from, to, note);
  return moved;
}

type FilterPair = readonly [name: string, value: string];

/** Stored filters over the list of one paper: of a view, or of a row that stores a query. */
interface Saved {
  readonly paper: string;
  readonly filters: readonly FilterPair[];
  readonly keep: (tx: DatabaseSession, filters: readonly FilterPair[], note: LocalizedText) => Promise<unknown>;
}

interface StoredView {
  readonly id: string;
  readonly paper: string;
  readonly settings: { readonly filters?: Readonly<Record<string, string>> };
}

async function viewsOf({ sql, tenantId }: { readonly sql: Sql; readonly tenantId: string }): Promise<Saved[]> {
  const views = await sql.query<StoredView>(
    "select id::text as id, paper, settings from anju_view where tenant_id = $1 and name <> '' and jsonb_typeof(settings -> 'filters') = 'object'",
    [tenantId],
  );
  return views.map(({ id, paper, settings }): Saved => ({
    paper,
    filters: Object.entries(settings.filters ?? {}).map(([name, value]) => [name, String(value)] as const),
    keep: (tx, filters) =>
      tx.sql.query('update anju_view set settings = $3, updated = $4 where tenant_id = $1 and id = $2', [
        tx.tenantId,
        id,
        JSON.stringify({ ...settings, filters: Object.fromEntries(filters) }),
        tx.now(),
      ]),
  }));
}

interface StoredQueryRow {
  readonly id: string;
  readonly paper: string;
  readonly filters: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Return the rows that store filters over another paper's list (`filtersOf` in a structured field). Removed ones as
 * well: their keys must be valid after a restore.
 */
async function askingRows({
  app,
  sql,
  tenantId,
}: {
  readonly app: Pick<App, 'papers'>;
  readonly sql: Sql;
  readonly tenantId: string;
}): Promise<Saved[]> {
  const fields = [...app.papers.values()].flatMap((of) =>
    storedFields(of).flatMap(([name, field]) => {
      const { filtersOf } = field as { filtersOf?: string };
      return filtersOf && of.owner !== 'platform' ? [{ of, name, filtersOf }] : [];
    }),
  );
  const found = await Promise.all(
    fields.map(async ({ of, name, filtersOf }) => {
      const rows = await sql.query<StoredQueryRow>(
        `select t.id::text as id, t.${columnOf(filtersOf)} as paper, t.${columnOf(name)} as filters from ${of.table} t where t.tenant_id = $1 and jsonb_typeof(t.${columnOf(name)}) = 'array'`,
        [tenantId],
      );
      return rows.map(({ id, paper, filters }): Saved => ({
        paper,
        filters: filters.map((one) => [one.name, String(one.value)] as const),
        keep: async (tx, next, note) => {
          await tx.sql.query(
            `update ${of.table} t set ${columnOf(name)} = $3, version = t.version + 1, update_user = $4, update_time = $5 where t.tenant_id = $1 and t.id = $2`,
            [
              tx.tenantId,
              id,
              JSON.stringify(next.map(([key, value]) => ({ name: key, value }))),
              tx.person.id,
              tx.now(),
            ],
          );
          await writeLogs(
            tx,
            of,
            [
              {
                id,
                no: null,
                from: null,
                to: null,
                changes: [
                  {
                    field: name,
                    label: of.fields[name].label,
                    old: filters.map((one) => one.value).join('、'),
                    new: next.map(([, value]) => value).join('、'),
                  },
                ],
              },
            ],
            { action: 'rekey', label: ['字典键变更', 'Key changed'], remark: note },
          );
          tx.changed(of, { id, createDept: null }, 'edit');
        },
      }));
    }),
  );
  return found.flat();
}

const savedOf = async (reading: {
  readonly app: Pick<App, 'papers'>;
  readonly sql: Sql;
  readonly tenantId: string;
}): Promise<Saved[]> => [...(await viewsOf(reading)), ...(await askingRows(reading))];

/** Return a function that tells whether a filter concerns a field whose values are keys of the dictionary. */
function isAbout(app: Pick<App, 'papers'>, code: string, { paper }: Saved): (name: string) => boolean {
  const of = app.papers.get(paper);
  return (name) => of !== undefined && readName(of, name)?.field.dictionary?.code === code;
}

/** Count the stored filters of views and rows by key of a dictionary. */
export async function savedKeysOf(
  reading: { readonly app: Pick<App, 'papers'>; readonly sql: Sql; readonly tenantId: string },
  code: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const saved of await savedOf(reading)) {
    const about = isAbout(reading.app, code, saved);
    const keys = new Set(saved.filters.filter(([name]) => about(name)).flatMap(([, value]) => value.split(',')));
    for (const key of keys) if (key) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Replace a key in stored filters, which then match the same rows. */
async function rekeySaved(
  tx: DatabaseSession,
  code: string,
  from: string,
  to: string,
  note: LocalizedText,
): Promise<void> {
  for (const saved of await savedOf(tx)) {
    const about = isAbout(tx.app, code, saved);
    const next = saved.filters.map(
      ([name, value]) => [name, about(name) ? rekeyedList(value, from, to) : value] as const,
    );
    if (JSON.stringify(next) !== JSON.stringify(saved.filters)) await saved.keep(tx, next, note);
  }
}

/** Replace one of the keys between commas; a duplicate is dropped. */
const rekeyedList = (keys: string, from: string, to: string): string =>
  [...new Set(keys.split(',').map((key) => (key === from ? to : key)))].join(',');
