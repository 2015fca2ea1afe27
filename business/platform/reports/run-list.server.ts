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

/** Return the order of a list report, as the query of a list. */
export const reportOrderOf = ({ orderBy, orderDown }: ReportQuestion): Record<string, string> =>
  orderBy ? { [orderDown ? 'descs' : 'ascs']: orderBy } : {};

/** Return the conditions for a list report's rows within its reader's scope. */
async function readingFor(tx: Transaction, of: AnyPaper, question: ReportQuestion): Promise<WhereInput> {
  const { where } = assertMay(tx.actor, of, 'view');
  const query = await withDepartments(tx.app, tx.actor, of, {
    ...queryOf(question, tx.today()),
    ...reportOrderOf(question),
  });
  return { paper: of, tenantId: tx.tenantId, where, query, now: tx.now() };
}

/** Return the SQL from `from` on, of the report's first rows, or of all if `most` is null. */
function rowsOf(tx: Transaction, reading: WhereInput, values: Parameters, most: number | null): string {
  const where = whereSql(tx.app, reading, values);
  return `from ${reading.paper.table} t where ${where}${most ? ` order by ${orderSql(reading.paper, reading.query)} limit ${most}` : ''}`;
}

const cellsOf = (columns: readonly ExportColumn[], row: readonly unknown[]): string[] =>
  columns.map((column, at) => column.text(row[at]));

/** Return the number of rows, and the exact sums of the columns that have one. */
async function sumsOf(
  tx: Transaction,
  reading: WhereInput,
  question: ReportQuestion,
): Promise<{ count: number; sums: ReadonlyMap<string, string>; has: boolean }> {
  const names = (question.columns ?? []).filter((one) => one.sum).map((one) => one.name);
  const values = new Parameters();
  const read = ['1 as one', ...names.map((name, at) => `t.${columnOf(name)} as s${at}`)].join(', ');
  const [row] = await (tx.sql as Sql).query<Record<string, string | number | null>>(
    `select count(*)::int as n${names.map((_, at) => `, sum(c.s${at})::text as s${at}`).join('')} from (select ${read} ${rowsOf(tx, reading, values, question.mostRows ?? null)}) c`,
    values.values,
  );
  return {
    count: Number(row.n),
    sums: new Map(names.map((name, at) => [name, String(row[`s${at}`] ?? '')])),
    has: names.length > 0,
  };
}

/** Return the line below a list: each sum under its column, and the label in the first column that has no sum. */
export function sumsRowOf(
  columns: readonly { readonly name: string }[],
  sums: ReadonlyMap<string, string>,
  word: string,
): string[] {
  const free = columns.findIndex((column) => !sums.has(column.name));
  return columns.map((column, at) => sums.get(column.name) ?? (at === free ? word : ''));
}

/** Return the sums of a list report as the last line of its download; null without sums. */
export async function listFoot(
  tx: Transaction,
  of: AnyPaper,
  question: ReportQuestion,
  columns: readonly ExportColumn[],
): Promise<string[] | null> {
  const { sums, has } = await sumsOf(tx, await readingFor(tx, of, question), question);
  return has ? sumsRowOf(columns, sums, tx.language === 'en' ? 'Sum' : '合计') : null;
}

/** Return a page of a list report in its order, with captions, and with personal data masked. */
export async function listAnswer(
  tx: Transaction,
  of: AnyPaper,
  question: ReportQuestion,
  page: { readonly current: number; readonly size: number },
): Promise<Omit<ReportAnswer, 'hidden' | 'mayTake'>> {
  const reading = await readingFor(tx, of, question);
  await assertNarrow(tx.app, tx.sql, reading);
  const columns = await columnsFor(
    tx.app,
    tx.tenantId,
    of,
    (question.columns ?? []).slice(0, FIRST_COLUMNS).map((one) => one.name),
    { language: tx.language, clear: () => false },
  );
  const { count, sums, has } = await sumsOf(tx, reading, question);
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
