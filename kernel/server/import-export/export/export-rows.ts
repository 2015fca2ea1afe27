import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { decide, visibleTo, mayReveal } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { pageOf } from '../../list/list.ts';
import { whereSql } from '../../list/where.ts';
import { assertNarrow } from '../../list/narrow.ts';
import { orderSql } from '../../list/order.ts';
import { scopeSql } from '../../list/scope.ts';
import { exchange as refuse } from '../../refusals.ts';
import { assertMaySeek } from '../../rows/number-searches.ts';
import { assertMay, existingIds, withDepartments } from '../../rows/read.ts';
import { compact } from '../../time/clock.ts';
import { nowOf } from '../../time/tenancy.ts';
import type { Actor } from '../../session/actor.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type Mark, footerOf, markOf, markSheet } from './mark.ts';
import { type ExportColumn, columnsFor, readByIds, standardColumns } from '../columns.ts';
import { BOM, csvRow } from '../sheet/csv.ts';
import { RowWriter, WORKBOOK_TYPE, workbook } from '../sheet/workbook.ts';

/** Request of an export. */
export interface ExportInput {
  readonly columns?: readonly string[];
  readonly scope: 'selected' | 'page' | 'all';
  readonly ids?: readonly string[];
  /** Query of the list: filters, keyword, order, and the page. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly format: 'xlsx' | 'csv';
  /** Mask personal data, even where the person may read it unmasked. */
  readonly masked?: boolean;
  /** Maximum number of rows, from the top of the order. */
  readonly most?: number;
}

/** Export whose rights are checked and whose rows are chosen in order; none is read yet. */
export interface Planned {
  readonly paper: AnyPaper;
  readonly columns: readonly ExportColumn[];
  readonly ids: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly clear: boolean;
  readonly mark?: Mark;
  /** Last line, below all rows. */ readonly foot?: readonly string[];
  /** Title, where it is not that of the list. */ readonly title?: string;
}

/** Does the export contain unmasked personal data? */
export const isPersonal = ({ clear, columns }: Pick<Planned, 'clear' | 'columns'>): boolean =>
  clear && columns.some((column) => hides(column.field.personal));

export const MAX_ROWS = 200_000;
const STEP = 250;

/**
 * Return the ids of the rows that the person may export and see, in the order of the list. The ids are read first: they
 * are small, and later steps then read by key.
 */
async function idsOf(app: App, actor: Actor, paper: AnyPaper, input: ExportInput): Promise<string[]> {
  const { where } = assertMay(actor, paper, 'export');
  const seen = decide(actor.person, paper, 'view').where;
  const values = new Parameters();
  const query = await withDepartments(app, actor, paper, input.filters);
  const reading = { paper, tenantId: actor.tenancy.tenantId, where, query, now: nowOf(app.clock, actor.tenancy) };
  await app.db.read(actor.tenancy, (sql) => assertNarrow(app, sql, reading));
  const conditions = [whereSql(app, reading, values), scopeSql(paper, seen, values, (name) => paperNamed(app, name))];
  if (input.scope === 'selected')
    conditions.push(
      `t.id = any(${values.add((await existingIds(app, actor, paper, (input.ids ?? []).map(String))).filter(isId).slice(0, MAX_ROWS))}::bigint[])`,
    );
  const { current, size } = pageOf(input.filters);
  const limit =
    input.scope === 'page'
      ? `limit ${values.add(size)} offset ${values.add((current - 1) * size)}`
      : `limit ${Math.min(input.most ?? Infinity, MAX_ROWS + 1)}`;
  const text = `select string_agg(x.id::text, ',') from (select t.id from ${paper.table} t where ${conditions.join(' and ')} order by ${orderSql(paper, input.filters)} ${limit}) x`;
  const [[ids]] = await app.db.arrays(actor.tenancy, text, values.values);
  return typeof ids === 'string' ? ids.split(',') : [];
}

export async function planExport(app: App, actor: Actor, whole: AnyPaper, input: ExportInput): Promise<Planned> {
  const paper = visibleTo(actor.person, whole);
  assertMay(actor, paper, 'export');
  assertMay(actor, paper, 'view');
  const inClear = (field: Field): boolean => !input.masked && mayReveal(actor.person, paper, field);
  const columns = await columnsFor(
    app,
    actor.tenancy.tenantId,
    paper,
    input.columns?.length ? input.columns : standardColumns(paper),
    { language: actor.language, clear: inClear },
  );
  const clear = columns.some(({ field }) => hides(field.personal) && inClear(field));
  if (!columns.length) throw refuse.noColumns();
  const ids = await idsOf(app, actor, paper, input);
  await assertMaySeek(app, actor);
  if (ids.length > MAX_ROWS) throw refuse.tooManyRows({ most: MAX_ROWS });
  return {
    paper,
    columns,
    ids,
    format: input.format,
    clear,
    mark: await markOf(app, actor, paper, isPersonal({ clear, columns })),
  };
}

/** Yield the cells of all rows in steps. Larger steps save no time and take more memory. */
async function* steps(
  app: App,
  actor: Actor,
  { paper, columns, ids, foot }: Planned,
  report: (done: number) => Promise<void>,
): AsyncGenerator<string[][]> {
  const today = nowOf(app.clock, actor.tenancy).slice(0, 10);
  for (let at = 0; at < ids.length; at += STEP) {
    const rows = await readByIds(app, actor.tenancy, paper, columns, ids.slice(at, at + STEP), today);
    yield rows.map((row) => columns.map((column, n) => column.text(row[n + 1])));
    await report(Math.min(at + STEP, ids.length));
  }
  if (foot) yield [[...foot]];
}

/** Return the file, written while rows are read. */
export function exportFile(
  app: App,
  actor: Actor,
  planned: Planned,
  report: (done: number) => Promise<void> = async () => {},
): AsyncGenerator<Buffer> {
  const { columns } = planned;
  const header = columns.map((column) => column.label);
  const rows = steps(app, actor, planned, report);
  if (planned.format === 'csv') return csvFile(header, rows);
  const writer = new RowWriter(columns.map((column) => column.type));
  async function* xml(): AsyncGenerator<string> {
    for await (const step of rows) {
      let text = '';
      for (const cells of step) text += writer.xml(cells);
      yield text;
    }
  }
  const {
    mark,
    paper: { title },
  } = planned;
  const sheet = {
    name: planned.title ?? title[actor.language === 'en' ? 1 : 0],
    header,
    widths: columns.map((column) => column.width),
    rows: xml(),
    foot: mark && footerOf(mark),
  };
  return workbook([
    sheet,
    ...(mark ? [markSheet(mark, { title, rows: planned.ids.length, language: actor.language })] : []),
  ]);
}

async function* csvFile(header: readonly string[], rows: AsyncIterable<string[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + csvRow(header));
  for await (const step of rows) yield Buffer.from(step.map(csvRow).join(''));
}

/**
 * Return the name and the type of the file. The name of a marked CSV file contains the account, since CSV has no other
 * place for it.
 */
export const exportFileName = (
  app: App,
  actor: Actor,
  { paper, format, mark, title }: Pick<Planned, 'paper' | 'format' | 'mark' | 'title'>,
): { name: string; type: string } => ({
  name: `${title ?? paper.title[actor.language === 'en' ? 1 : 0]}_${compact(nowOf(app.clock, actor.tenancy))}${mark && format === 'csv' ? `_${mark.account}` : ''}.${format}`,
  type: format === 'csv' ? 'text/csv; charset=utf-8' : WORKBOOK_TYPE,
});
