import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import { flag } from '#kernel/fields/flag/flag.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { refuse } from '../refusals.ts';
import { isAsideSql } from './sheet/set-aside.server.ts';
import { assertLineMax } from './sheet/line-max.server.ts';
import { isMonth } from './months.rules.ts';
import { lockOpen, openNext, periodFor } from './periods.server.ts';
import { detailedCall } from './totals/totals.server.ts';
import { wageLine } from './wage-line.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Line = Row<typeof wageLine>;

/** Made by the product from approved papers; never entered. */
const ofSystem = new Set<string>(['piece', 'base', 'mileage', 'carry', 'topUp']);
/** How the key of a line begins that somebody entered by hand. */
const ENTERED = 'entered#';
const deductions = new Set<string>(['penalty', 'toolComp', 'lossComp']);

function assertAmount({ wageLineType, amount }: Pick<Line, 'wageLineType' | 'amount'>): void {
  if (ofSystem.has(wageLineType)) throw refuse.lineTypeOfSystem();
  const value = new Big(amount);
  const right = wageLineType === 'adjust' ? !value.eq(0) : deductions.has(wageLineType) ? value.lt(0) : value.gt(0);
  if (!right)
    throw refuse.lineSign({
      fields: [
        { field: 'amount', words: ['扣款类金额须小于0，其他须大于0', 'Deductions are below 0, everything else above'] },
      ],
    });
}

const exists = async (context: Context, label: string): Promise<boolean> =>
  (
    await context.sql.query('select 1 from aswageperiod where tenant_id = $1 and wage_period = $2 and is_deleted = 0', [
      context.tenantId,
      label,
    ])
  ).length > 0;

/** The period that pays an entered line: the one named, while it may still pay, else by its date. */
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
    // A caller may name the period; who sends a whole row back names the one it has.
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
  actions: {
    async approve(context, line) {
      // Its month may have been sent meanwhile: then the next one pays.
      const wagePeriod =
        line.wagePeriod && (await lockOpen(context, line.wagePeriod))
          ? line.wagePeriod
          : await periodFor(context, line.bizDate ?? context.today());
      return { approveUser: context.person.id, wagePeriod };
    },
    async void(_context, line, { reason }) {
      // What an approved paper pays goes away with its approval alone.
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
