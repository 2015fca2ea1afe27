import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, type Reading, implement, row as refuseRow } from '#kernel/server';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { type ByItem, type ByProcess, type SlipRow, countSlips, printSlips } from './slips.calls.ts';
import { companyName } from '#business/system/files/counted-print.server.ts';

const MOST = 1000;

/** Return one sheet by its id, or all of a period (`2026-11`) that the caller may see. */
async function sheetsOf(reading: Reading, idOrPeriod: string): Promise<SlipRow[]> {
  const query = /^\d{4}-\d\d$/.test(idOrPeriod)
    ? { wagePeriod: idOrPeriod }
    : /^\d{1,18}$/.test(idOrPeriod)
      ? { id: idOrPeriod }
      : null;
  const sheets = query ? await reading.visible(wageSheet, { query }).words({ limit: MOST }) : [];
  if (sheets.length === 0) throw refuseRow.missing({ title: wageSheet.title });
  return sheets.toSorted(
    (one, other) =>
      String(one.customerServiceTeam).localeCompare(String(other.customerServiceTeam)) ||
      String(one.wageNo).localeCompare(String(other.wageNo)),
  );
}

/**
 * Return the content of payslips: the sums of each sheet, its pieces by process, and every other item. Each deduction
 * has its reason.
 */
async function slips(reading: Reading, id: string): Promise<CallAnswer<typeof printSlips>> {
  const sheets = await sheetsOf(reading, id);
  const values = [reading.tenantId, sheets.map((one) => one.id)];
  const own =
    "l.tenant_id = $1 and l.wage_sheet_id = any($2::bigint[]) and l.is_deleted = 0 and l.line_status <> 'voided'";
  const processes = await reading.sql.query<ByProcess>(
    `
    select l.wage_sheet_id::text as "sheetId", p.process_name as name, count(*)::int as count, sum(l.amount)::numeric(14,2)::text as amount
    from aswageline l join aspieceworkcollect c on c.tenant_id = l.tenant_id and c.id = l.source_id join aspieceworkprocess p on p.tenant_id = l.tenant_id and p.id = c.piecework_process_id
    where ${own} and l.wage_line_type = 'piece' group by l.wage_sheet_id, p.process_name order by sum(l.amount) desc, p.process_name`,
    values,
  );
  const items = await reading.sql.query<ByItem>(
    `
    select l.wage_sheet_id::text as "sheetId", l.wage_line_type as item, case when l.amount < 0 then coalesce(l.reason, l.source_no, '') else '' end as reason, count(*)::int as count, sum(l.amount)::numeric(14,2)::text as amount
    from aswageline l where ${own} and l.wage_line_type <> 'piece' group by 1, 2, 3 order by sum(l.amount) desc`,
    values,
  );
  return { company: await companyName(reading), sheets, processes, items };
}

/** Raise the print count of the sheets by one: of the sheet with this id, or of all sheets of this period. */
async function counted(context: Context, id: string): Promise<CallAnswer<typeof countSlips>> {
  const sheets = await sheetsOf(context, id);
  for (const before of await context.lockRows(
    wageSheet,
    sheets.map((sheet) => sheet.id),
  )) {
    await context.change(wageSheet, before.id, { printCount: (before.printCount ?? 0) + 1 }, ['打印', 'Printed']);
  }
  return { count: sheets.length };
}

export const slipCalls: readonly OwnCall[] = [
  implement(printSlips, { read: ({ id }, reading) => slips(reading, id) }),
  implement(countSlips, { write: ({ id }, context) => counted(context, id) }),
];
