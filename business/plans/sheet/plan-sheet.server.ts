import { addDays, addMonths } from '#kernel/language/days.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, row as refuseRow } from '#kernel/server';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { companyOfPage } from '#business/customers/guest/guest-facts.server.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { refuse } from '../refusals.ts';
import type { planSheet } from './plan-sheet.calls.ts';

/** The most visits of a sheet. */
const MOST = '1000';
const OPEN = 'planned,pushed,booked,dispatched,done';

/** Return the filters of the visits of a sheet: those of a contract, or of a team in a month. */
function filtersOf({ schemeId, team, month }: CallInputOf<typeof planSheet>): Record<string, string> {
  if (schemeId) return { schemeId };
  if (!team || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')) throw refuse.sheetOfNothing();
  const first = `${month}-01`;
  return {
    customerServiceTeam: team,
    planStatus: OPEN,
    planDate_ge: first,
    planDate_le: addDays(addMonths(first, 1), -1),
  };
}

/** Return the visits of a contract, or of a team in a month, for a printed sheet. */
export async function readPlanSheet(
  reading: Reading,
  asked: CallInputOf<typeof planSheet>,
): Promise<CallAnswer<typeof planSheet>> {
  const filters = filtersOf(asked);
  const [of] = asked.schemeId
    ? await reading.visible(scheme, { match: { id: asked.schemeId } }).rows({ first: 1 })
    : [];
  if (asked.schemeId && !of) throw refuseRow.missing({ title: scheme.title });
  const page = await reading.visible(planOccurrence).page({ ...filters, size: MOST, ascs: 'planDate' });
  const files = [...new Set(page.records.flatMap((one) => one.registerMainId || []))];
  return {
    company: (await companyOfPage(reading)).company,
    scheme: of ?? null,
    total: page.total,
    visits: page.records,
    homes: await reading.sql.query<{ id: string; address: string }>(
      `select f.id::text as id, coalesce(f.address, '') as address from ${serviceFileFacts} f where f.tenant_id = $1 and f.id = any($2::bigint[])`,
      [reading.tenantId, files],
    ),
  };
}
