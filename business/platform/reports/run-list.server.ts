import { columnOf, type AnyPaper } from '#kernel/language/paper.ts';
import { columnsFor, type ExportColumn, type Sql, type Transaction } from '#kernel/server';
import {
  assertMay,
  assertNarrow,
  orderSql,
  Parameters,
  type WhereInput,
  whereSql,
  withDepartments,
} from '#kernel/server/list-tools';
import { type ReportQuestion, queryOf } from './report-question.server.ts';
import type { ReportAnswer } from './reports.calls.ts';

const FIRST_COLUMNS = 60;

/** Which order a list report asks for, in the grammar of the lists. */
export const reportOrderOf = ({ orderBy, orderDown }: ReportQuestion): Record<string, string> =>
  orderBy ? { [orderDown ? 'descs' : 'ascs']: orderBy } : {};

/** The rows of a list report for whoever reads it, ready to be asked for. */
async function readingFor(tx: Transaction, of: AnyPaper, asked: ReportQuestion): Promise<WhereInput> {
  const { where } = assertMay(tx.actor, of, 'view');
  const query = await withDepartments(tx.app, tx.actor, of, { ...queryOf(asked, tx.today()), ...reportOrderOf(asked) });
  return { paper: of, tenantId: tx.tenantId, where, query, now: tx.now() };
}

/** The first so many rows, or all of them, as the statement that reads and adds them up names them. */
function rowsOf(tx: Transaction, reading: WhereInput, values: Parameters, most: number | null): string {
  const where = whereSql(tx.app, reading, values);
  return `from ${reading.paper.table} t where ${where}${most ? ` order by ${orderSql(reading.paper, reading.query)} limit ${most}` : ''}`;
}

const cellsOf = (columns: readonly ExportColumn[], row: readonly unknown[]): string[] =>
  columns.map((column, at) => column.text(row[at]));

/** How many rows there are, and the sums of their columns, exact. */
async function sumsOf(
  tx: Transaction,
  reading: WhereInput,
  asked: ReportQuestion,
): Promise<{ count: number; sums: ReadonlyMap<string, string>; has: boolean }> {
  const names = (asked.columns ?? []).filter((one) => one.sum).map((one) => one.name);
  const values = new Parameters();
  const read = ['1 as one', ...names.map((name, at) => `t.${columnOf(name)} as s${at}`)].join(', ');
  const [row] = await (tx.sql as Sql).query<Record<string, string | number | null>>(
    `select count(*)::int as n${names.map((_, at) => `, sum(c.s${at})::text as s${at}`).join('')} from (select ${read} ${rowsOf(tx, reading, values, asked.mostRows ?? null)}) c`,
    values.values,
  );
  return {
    count: Number(row.n),
    sums: new Map(names.map((name, at) => [name, String(row[`s${at}`] ?? '')])),
    has: names.length > 0,
  };
}

/** The line below a list: what is added up under its column, the word in the first that has none. */
export function sumsRowOf(
  columns: readonly { readonly name: string }[],
  sums: ReadonlyMap<string, string>,
  word: string,
): string[] {
  const free = columns.findIndex((column) => !sums.has(column.name));
  return columns.map((column, at) => sums.get(column.name) ?? (at === free ? word : ''));
}

/** The sums of a list report as its last line, for the sheet it is taken away in; null where nothing is added up. */
export async function listFoot(
  tx: Transaction,
  of: AnyPaper,
  asked: ReportQuestion,
  columns: readonly ExportColumn[],
): Promise<string[] | null> {
  const { sums, has } = await sumsOf(tx, await readingFor(tx, of, asked), asked);
  return has ? sumsRowOf(columns, sums, tx.language === 'en' ? 'Sum' : '合计') : null;
}

/** A page of a plain list: masked, with captions, in the order asked for. */
export async function listAnswer(
  tx: Transaction,
  of: AnyPaper,
  asked: ReportQuestion,
  page: { readonly current: number; readonly size: number },
): Promise<Omit<ReportAnswer, 'hidden' | 'mayTake'>> {
  const reading = await readingFor(tx, of, asked);
  await assertNarrow(tx.app, tx.sql, reading);
  const columns = await columnsFor(
    tx.app,
    tx.tenantId,
    of,
    (asked.columns ?? []).slice(0, FIRST_COLUMNS).map((one) => one.name),
    { language: tx.language, clear: () => false },
  );
  const { count, sums, has } = await sumsOf(tx, reading, asked);
  const offset = (page.current - 1) * page.size;
  const size = Math.max(0, Math.min(page.size, count - offset));
  const values = new Parameters();
  const select = columns.map((column) => column.select.replaceAll('$day', `date '${tx.today()}'`)).join(', ');
  const text = `select ${select} from ${of.table} t where ${whereSql(tx.app, reading, values)} order by ${orderSql(of, reading.query)} limit ${size} offset ${offset}`;
  const rows = size ? await tx.app.db.arrays(tx.actor.tenancy, text, values.values) : [];
  return {
    columns: columns.map((column) => ({ key: column.name, label: column.label, end: column.type === 'number' })),
    rows: rows.map((row) => ({ cells: cellsOf(columns, row) })),
    foot: has ? sumsRowOf(columns, sums, tx.language === 'en' ? 'Sum' : '合计') : null,
    count,
    lines: count,
    ...page,
    more: false,
    chart: null,
  };
}
