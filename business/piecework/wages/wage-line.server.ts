import { randomUUID } from 'node:crypto';
import { flag } from '#kernel/fields/flag/flag.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { refuse } from '../refusals.ts';
import { ENTERED, assertAmount } from './line/wage-line.rules.ts';
import { isAsideSql } from './sheet/set-aside.server.ts';
import { assertLineMax } from './sheet/line-max.server.ts';
import { isMonth } from './months.rules.ts';
import { lockOpen, openNext, periodFor } from './periods.server.ts';
import { detailedCall } from './totals/totals.server.ts';
import { wageLine } from './wage-line.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Line = Row<typeof wageLine>;

const exists = async (context: Context, label: string): Promise<boolean> =>
  (
    await context.sql.query('select 1 from aswageperiod where tenant_id = $1 and wage_period = $2 and is_deleted = 0', [
      context.tenantId,
      label,
    ])
  ).length > 0;

/**
 * Return the period that pays an entered line: the named one, opened if it is the next; else the one of the line's
 * date. Refuse a closed one.
 */
async function periodOf(
  context: Context,
  label: string | null | undefined,
  day: string | null | undefined,
): Promise<string> {
  if (!label) return periodFor(context, day ?? context.today());
  if (!(await exists(context, label))) await openNext(context, { label });
  if (!(await lockOpen(context, label))) throw refuse.periodClosed();
  return label;
}

export default behaviour<typeof wageLine>(wageLine, {
  async saving(context, { before, values, extra, byHand }) {
    if (!byHand) return {};
    const all = { ...before, ...values } as Line;
    assertAmount(all);
    const { realName } = await context.get(technician, all.technicianId);
    await assertLineMax(context, [{ name: realName, amount: all.amount }]);
    // A period is only named if it differs from the stored one, since clients send whole rows back.
    const period = extra?.wagePeriod ?? '';
    const named = isMonth(period) && period !== before?.wagePeriod ? period : null;
    const wagePeriod =
      before && !named && values.bizDate === undefined
        ? before.wagePeriod
        : await periodOf(context, named, all.bizDate);
    return {
      wagePeriod,
      bizDate: all.bizDate ?? context.today(),
      ...(!before && { lineKey: `${ENTERED}${randomUUID()}` }),
    };
  },
  // A line with a source is evidence of it: it is voided, never removed.
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.sourceId).map((row) => [row.id, refuse.lineOfSource()])),
  actions: {
    async approve(context, line) {
      // If the line's month was sent meanwhile, the next open one pays.
      const wagePeriod =
        line.wagePeriod && (await lockOpen(context, line.wagePeriod))
          ? line.wagePeriod
          : await periodFor(context, line.bizDate ?? context.today());
      return { approveUser: context.person.id, wagePeriod };
    },
    async void(_context, line, { reason }) {
      // Lines that follow from an approved paper cannot be voided; they go when its approval is revoked.
      if (!line.lineKey?.startsWith(ENTERED)) throw refuse.lineOfPaper();
      return { lineKey: null, ...(reason && { reason: reason.slice(0, 255) }) };
    },
  },
  calls: [detailedCall],
  filters: {
    isCounted: {
      reads: flag(['计入工资', 'Counted']),
      sql: `(${isAsideSql('t')} = ($ <> 'true'))`,
    },
    receiptsType: {
      reads: piece.fields.receiptsType,
      sql: `exists (select 1 from aspieceworkcollect c join aspiecework p on p.id = c.piece_id and p.tenant_id = c.tenant_id where t.source_type = 'piece' and c.tenant_id = t.tenant_id and c.id = t.source_id and p.receipts_type = any(string_to_array($, ',')))`,
    },
    deptId: {
      reads: technician.fields.deptId,
      sql: `exists (select 1 from ${technicianFacts} d where d.tenant_id = t.tenant_id and d.id = t.technician_id and d.dept_id::text = any(string_to_array($, ',')))`,
    },
    customerServiceTeam: {
      reads: technician.fields.customerServiceTeam,
      sql: `exists (select 1 from ${technicianFacts} d where d.tenant_id = t.tenant_id and d.id = t.technician_id and d.customer_service_team = any(string_to_array($, ',')))`,
    },
  },
});
