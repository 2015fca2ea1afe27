import type { ListFilters } from '#kernel/language/calls/call.ts';
import {
  type CellType,
  columnLetters,
  exchange,
  implement,
  type OwnCall,
  type Reading,
  RowWriter,
  type WorkbookSheet,
  raw,
  sql,
} from '#kernel/server';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { inconformReason, wageLineType, wageStatus } from '../../dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { monthOf } from '../months.rules.ts';
import { mergedWorkbook, totalsWorkbook } from './totals.calls.ts';
import { totalsFilters, totals } from './totals.server.ts';
import { wageLine } from '../wage-line.paper.ts';
import { piece } from '../../pieces/piece.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Words = readonly [zh: string, en: string];
interface Column {
  readonly label: Words;
  readonly type?: CellType;
  readonly width?: number;
  of(row: Record<string, unknown>): unknown;
}

export const MAX_BOOK_LINES = 200_000;
/** Maximum that is counted: one line more than allowed proves that there are too many. */
const ASKED = MAX_BOOK_LINES + 1;

/** Refuse a workbook with more lines than fit, which would be incomplete. */
function assertWhole(lines: number): void {
  if (lines > MAX_BOOK_LINES) throw exchange.tooManyRows({ most: MAX_BOOK_LINES });
}

function whole<R>(rows: R[]): R[] {
  assertWhole(rows.length);
  return rows;
}

const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join('、') : String(value);

/**
 * Return one sheet of the workbook. `merge` has a key for each of the first columns: equal neighbours become one cell,
 * within the cell to the left.
 */
function sheetOf(
  name: string,
  columns: readonly Column[],
  rows: readonly Record<string, unknown>[],
  at: 0 | 1,
  merge: readonly ((row: Record<string, unknown>) => string)[] = [],
): WorkbookSheet {
  const writer = new RowWriter(columns.map((column) => column.type ?? 'text'));
  function* written(): Generator<string> {
    for (const row of rows) yield writer.xml(columns.map((column) => cell(column.of(row))));
  }
  return {
    name,
    header: columns.map((column) => column.label[at]),
    widths: columns.map((column) => column.width ?? 14),
    rows: written(),
    merged: merge.flatMap((key, column) =>
      mergedCells(
        rows.map((row) =>
          merge
            .slice(0, column + 1)
            .map((one) => one(row))
            .join('\n'),
        ),
        column,
      ),
    ),
  };
}

/** Return the ranges of equal neighbours in a column, below the header. */
export function mergedCells(keys: readonly string[], column: number): string[] {
  const ranges: string[] = [];
  for (let first = 0, at = 1; at <= keys.length; at++) {
    if (at < keys.length && keys[at] === keys[first]) continue;
    if (at - first > 1) ranges.push(`${columnLetters(column)}${first + 2}:${columnLetters(column)}${at + 1}`);
    first = at;
  }
  return ranges;
}

const named = (of: Dictionary, key: unknown, at: 0 | 1): string => of.items[String(key)]?.[at] ?? cell(key);
const money = (label: Words, name: string): Column => ({ label, type: 'number', of: (row) => row[name] });

const totalColumns = (at: 0 | 1): Column[] => [
  { label: ['期间', 'Period'], width: 10, of: (row) => row.wagePeriod },
  { label: ['工资单号', 'Payslip no.'], width: 18, of: (row) => row.wageNo },
  { label: ['姓名', 'Name'], of: (row) => row.technicianName },
  { label: ['班组', 'Team'], of: (row) => named(customerServiceTeam, row.customerServiceTeam, at) },
  { label: ['计件单数', 'Pieces'], type: 'number', width: 10, of: (row) => row.pieceCount },
  money(['底薪', 'Base pay'], 'baseAmount'),
  money(['计件工资', 'Piecework'], 'pieceAmount'),
  money(['补贴', 'Allowances'], 'allowanceAmount'),
  money(['营销提成', 'Commission'], 'marketingAmount'),
  money(['奖励', 'Bonus'], 'bonusAmount'),
  money(['扣款', 'Deductions'], 'penaltyAmount'),
  money(['结转', 'Carried'], 'carryAmount'),
  money(['最低工资补足', 'Top-up'], 'minWageTopUp'),
  money(['应发合计', 'Gross'], 'totalAmount'),
  { label: ['状态', 'State'], of: (row) => named(wageStatus, row.wageStatus, at) },
];

const lineColumns = (at: 0 | 1): Column[] => [
  { label: ['姓名', 'Name'], of: (row) => row.name },
  { label: ['来源单号', 'Source'], width: 18, of: (row) => row.no },
  { label: ['业务日期', 'Date'], type: 'day', width: 12, of: (row) => row.day },
  { label: ['项目', 'Item'], of: (row) => named(wageLineType, row.type, at) },
  { label: ['工序', 'Process'], width: 22, of: (row) => row.process },
  { label: ['数量', 'Quantity'], type: 'number', width: 10, of: (row) => row.qty },
  { label: ['单价', 'Unit price'], type: 'number', width: 10, of: (row) => row.price },
  { label: ['金额', 'Amount'], type: 'number', of: (row) => row.amount },
  { label: ['期间', 'Period'], width: 10, of: (row) => row.period },
  { label: ['说明', 'Reason'], width: 30, of: (row) => row.reason },
];

const oddColumns = (at: 0 | 1): Column[] => [
  { label: ['计件单号', 'Piecework no.'], width: 18, of: (row) => row.pieceNo },
  { label: ['完工日期', 'Finished'], type: 'day', width: 12, of: (row) => row.finishDate },
  { label: ['参与技师', 'Crew'], width: 22, of: (row) => row.crewNames },
  { label: ['客户', 'Customer'], of: (row) => row.customerName },
  {
    label: ['不符合原因', 'Non-conformities'],
    width: 30,
    of: (row) => ((row.inconformFlags as string[] | null) ?? []).map((flag) => named(inconformReason, flag, at)),
  },
  { label: ['状态', 'State'], of: (row) => named(pieceStatus, row.pieceStatus, at) },
  { label: ['计件金额', 'Amount'], type: 'number', of: (row) => row.pieceAmount },
];

const processColumns: Column[] = [
  { label: ['工序编码', 'Code'], of: (row) => row.code },
  { label: ['工序', 'Process'], width: 24, of: (row) => row.name },
  { label: ['行数', 'Lines'], type: 'number', of: (row) => row.lines },
  { label: ['数量', 'Quantity'], type: 'number', of: (row) => row.qty },
  { label: ['金额', 'Amount'], type: 'number', of: (row) => row.amount },
];

/** Count lines before reading them, so that too many are never read. */
async function assertFewLines(reading: Reading, query: ListFilters): Promise<void> {
  const visible = await reading.visible(wageLine, { query: totalsFilters(query) }).sql();
  const [{ count }] = await reading.sql.query<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from aswageline t where ${visible} limit ${raw(ASKED)}) x`,
  );
  assertWhole(count);
}

/** Return all lines behind the totals, by person and piece. */
async function allLines(reading: Reading, query: ListFilters): Promise<Record<string, unknown>[]> {
  const visible = await reading.visible(wageLine, { query: totalsFilters(query) }).sql();
  return whole(
    await reading.sql.query(
      sql`select d.real_name as name, coalesce(t.source_no, '') as no, t.biz_date::text as day, t.wage_line_type as type, w.process_name as process, t.qty::text as qty, t.unit_price::text as price, t.amount::text as amount, t.wage_period as period, t.reason,
      t.technician_id::text as technician
    from aswageline t join ${technicianFacts} d on d.id = t.technician_id and d.tenant_id = t.tenant_id left join aspieceworkcollect c on t.wage_line_type = 'piece' and c.id = t.source_id and c.tenant_id = t.tenant_id
      left join aspieceworkprocess w on w.id = c.piecework_process_id and w.tenant_id = c.tenant_id
    where ${visible} order by d.real_name, t.technician_id, t.wage_period, no, t.id limit ${raw(ASKED)}`,
    ),
  );
}

async function byProcess(reading: Reading, query: ListFilters): Promise<Record<string, unknown>[]> {
  const visible = await reading.visible(wageLine, { query: totalsFilters(query) }).sql();
  return reading.sql.query(
    sql`select w.process_code as code, w.process_name as name, count(*)::int as lines, sum(c.qty)::text as qty, sum(t.amount)::text as amount from aswageline t join aspieceworkcollect c on t.wage_line_type = 'piece' and c.id = t.source_id and c.tenant_id = t.tenant_id
      join aspieceworkprocess w on w.id = c.piecework_process_id and w.tenant_id = c.tenant_id where ${visible} group by 1, 2 order by sum(t.amount) desc`,
  );
}

const spanOf = ({ wagePeriod, bizDate_dategt, bizDate_datelt }: ListFilters): Record<string, string> => ({
  ...(wagePeriod &&
    /^\d{4}-\d\d$/.test(wagePeriod) && {
      finishDate_ge: monthOf(`${wagePeriod}-01`).start,
      finishDate_le: monthOf(`${wagePeriod}-01`).end,
    }),
  ...(bizDate_dategt && { finishDate_ge: bizDate_dategt }),
  ...(bizDate_datelt && { finishDate_le: bizDate_datelt }),
});

async function totalsBook(query: ListFilters, reading: Reading): Promise<{ name: string; sheets: WorkbookSheet[] }> {
  const at = reading.language === 'en' ? 1 : 0;
  const rows = whole((await totals(reading, query, ASKED)).rows);
  return {
    name: `${at ? 'Wage totals' : '工资汇总'}_${reading.today()}.xlsx`,
    sheets: [sheetOf(at ? 'Totals' : '工资汇总', totalColumns(at), rows, at)],
  };
}

async function mergedBook(query: ListFilters, reading: Reading): Promise<{ name: string; sheets: WorkbookSheet[] }> {
  const at = reading.language === 'en' ? 1 : 0;
  await assertFewLines(reading, query);
  const rows = whole((await totals(reading, query, ASKED)).rows);
  const odd = whole(
    await reading.visible(piece, { query: { ...spanOf(query), inconform: '1' } }).words({ limit: ASKED }),
  );
  return {
    name: `${at ? 'Piece-work and wages' : '计件工资汇总'}_${reading.today()}.xlsx`,
    sheets: [
      sheetOf(at ? 'Totals' : '工资汇总', totalColumns(at), rows, at),
      sheetOf(at ? 'Lines' : '工资明细', lineColumns(at), await allLines(reading, query), at, [
        (row) => String(row.technician),
        (row) => String(row.no),
      ]),
      sheetOf(at ? 'Not conforming' : '不符合计件', oddColumns(at), odd, at),
      sheetOf(at ? 'By process' : '工序汇总', processColumns, await byProcess(reading, query), at),
    ],
  };
}

/** The two workbooks, for people who may export wages. */
export const wageBooks: readonly OwnCall[] = [
  implement(totalsWorkbook, { book: ({ filters }, reading) => totalsBook(filters, reading) }),
  implement(mergedWorkbook, { book: ({ filters }, reading) => mergedBook(filters, reading) }),
];
