import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, isDocument, storedFields } from '#kernel/language/paper.ts';
import type { Carrying, Sql } from '../context.ts';
import type { House } from '../house.ts';
import { row as refuse } from '../refusals.ts';
import { tableOf } from '../schema/paper-table.ts';
import { writeLogs } from '../write/log.ts';
import { numberName } from '../write/many.ts';
import { refuseTaken } from '../write/taken.ts';
import type { Transaction } from '../write/transaction.ts';

interface Reader { readonly paper: AnyPaper; readonly name: string; readonly field: Field }

/** Every field of the house that reads a dictionary. Logs are not rewritten; what a company's dictionary says is not the platform's. */
const readersOf = (house: Pick<House, 'papers'>, code: string): Reader[] => [...house.papers.values()].filter((paper) => !tableOf(paper).appendOnly)
  .flatMap((paper) => storedFields(paper).filter(([, field]) => field.dictionary?.code === code && (paper.owner !== 'platform' || field.dictionary.system)).map(([name, field]): Reader => ({ paper, name, field })));

const tenantIn = (paper: AnyPaper, place: string): string => (paper.owner === 'platform' ? 'true' : `t.tenant_id = ${place}`);

/** Which fields read a dictionary, and how many living rows carry each of its keys. */
export async function carryingKeys({ house, sql, tenantId }: { readonly house: Pick<House, 'papers'>; readonly sql: Sql; readonly tenantId: string }, code: string): Promise<Carrying[]> {
  const found: Carrying[] = [];
  for (const { paper, name, field } of readersOf(house, code)) {
    const column = `t.${columnOf(name)}`;
    const key = field.many ? `unnest(${column})` : `${column}::text`;
    const rows = await sql.query<{ key: string; count: number }>(`select g.key, count(*)::int as count from (select ${key} as key from ${paper.table} t where ${tenantIn(paper, '$1')} and $1::text is not null and t.is_deleted = 0 and ${column} is not null) g where g.key <> '' group by 1`, [tenantId]);
    found.push({ paper, field: name, counts: Object.fromEntries(rows.map((row) => [row.key, row.count])) });
  }
  return found;
}

/** Rows are told apart from each other by few; more than these are told as one change of the list. */
const TOLD = 500;
const LOGGED_AT_ONCE = 5000;

interface Rekeyed { readonly id: string; readonly no: string | null; readonly dept: string | null; readonly living: boolean }

/** A key that this field cannot hold would be lost. */
function assertHolds({ paper, name, field }: Reader, to: string): void {
  const accepted = kindOf(field).accept(field.many ? [to] : to, field);
  if ('problem' in accepted) throw refuse.invalid({ first: [`${paper.title[0]}：${accepted.problem[0]}`, `${paper.title[1]}: ${accepted.problem[1]}`] }, { fields: [{ field: name, words: accepted.problem }] });
}

async function rekeyField(tx: Transaction, { paper, name, field }: Reader, from: string, to: string): Promise<Rekeyed[]> {
  const column = columnOf(name);
  const type = columnFor(field).type(field);
  const carries = field.many ? `$2::text = any(t.${column})` : `t.${column} = $2::${type}`;
  const next = field.many ? `case when $3::text = any(t.${column}) then array_remove(t.${column}, $2::text) else array_replace(t.${column}, $2::text, $3::text) end` : `$3::${type}`;
  const number = numberName(paper);
  // Held in the order of their ids: two who change the same rows never wait for each other in a circle. Removed rows too: when they come back their key must still mean something.
  return tx.sql.query<Rekeyed>(`with o as (select t.id from ${paper.table} t where ${tenantIn(paper, '$1')} and $1::text is not null and ${carries} order by t.id for no key update of t)
    update ${paper.table} t set ${column} = ${next}, version = t.version + 1, update_user = $4, update_time = $5 from o where t.id = o.id
    returning t.id::text as id, ${number ? `t.${columnOf(number)}` : 'null::text'} as no, t.create_dept::text as dept, t.is_deleted = 0 as living`, [tx.tenantId, from, to, tx.person.id, tx.now()]).catch(refuseTaken(paper, { [name]: to }));
}

/** Lets every row that carries one key of a dictionary carry another, each with its entry in the history; views that people keep follow. Answers how many rows. */
export async function rekey(tx: Transaction, code: string, { from, to, note }: { from: string; to: string; note: string }): Promise<number> {
  let moved = 0;
  for (const reader of readersOf(tx.house, code)) {
    assertHolds(reader, to);
    const { paper, name, field } = reader;
    const rows = await rekeyField(tx, reader, from, to);
    const changes = [{ field: name, label: field.label, old: from, new: to }];
    for (let at = 0; at < rows.length; at += LOGGED_AT_ONCE) {
      await writeLogs(tx, paper, rows.slice(at, at + LOGGED_AT_ONCE).map((row) => ({ id: row.id, no: isDocument(paper) ? row.no : null, from: null, to: null, changes })), { action: 'rekey', label: ['字典键变更', 'Key changed'], remark: note });
    }
    for (const row of rows.filter((one) => one.living).slice(0, TOLD)) tx.changed(paper, { id: row.id, createDept: row.dept }, 'edit');
    await rekeyViews(tx, reader, from, to);
    moved += rows.length;
  }
  return moved;
}

interface KeptView { readonly id: string; readonly settings: { readonly filters?: Readonly<Record<string, string>> } }

/** Views that filter by the key go on showing the same rows. */
async function rekeyViews(tx: Transaction, { paper, name }: Reader, from: string, to: string): Promise<void> {
  const views = await tx.sql.query<KeptView>("select id::text as id, settings from anju_view where tenant_id = $1 and paper = $2 and name <> '' and jsonb_typeof(settings -> 'filters') = 'object'", [tx.tenantId, paper.name]);
  for (const { id, settings } of views) {
    const filters = Object.fromEntries(Object.entries(settings.filters ?? {}).map(([filter, value]) => [filter, filter.split('_')[0] === name ? rekeyedList(String(value), from, to) : value]));
    if (JSON.stringify(filters) !== JSON.stringify(settings.filters)) await tx.sql.query('update anju_view set settings = $3, updated = $4 where tenant_id = $1 and id = $2', [tx.tenantId, id, JSON.stringify({ ...settings, filters }), tx.now()]);
  }
}

/** Keys between commas, one of them called otherwise; two that become one are named once. */
export const rekeyedList = (keys: string, from: string, to: string): string => [...new Set(keys.split(',').map((key) => (key === from ? to : key)))].join(',');
