import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import type { visit } from './visit.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Visit = Row<typeof visit>;

/** How long a step may wait on a phone without a network. */
const OLDEST_MINUTES = 72 * 60;

/** The technician himself or one of his crew does a step; anybody else says why he does it for him. */
export async function assertHands(context: Context, of: Visit, reason: string | null): Promise<void> {
  const own = await context.sql.query(
    `select 1 from ${technicianFacts} t where t.tenant_id = $1 and t.user_id = $2 and (t.id = $3 or exists (
      select 1 from asdispatchformdetails c where c.tenant_id = $1 and c.disp_id = $4 and c.technician_id = t.id and c.is_current and c.is_deleted = 0))`,
    [context.tenantId, context.person.id, of.technicianId, of.dispId],
  );
  if (own.length === 0 && !reason)
    throw refuse.reasonOnBehalf({
      fields: [{ field: 'reason', words: ['代技师操作请填写说明', 'Say why you do it for the technician'] }],
    });
}

/** The last step that stands. */
export const lastStep = (of: Visit): string =>
  [of.sentTime, of.acceptTime, of.appointTime, of.departTime, of.arriveTime, of.pausedAt, of.resumedAt]
    .filter((one): one is string => Boolean(one))
    .toSorted()
    .at(-1) ?? of.createTime;

/** When a step took place: by the phone, if it says so believably; else now. */
export function stepTime(context: Context, of: Visit, at: string | null): string {
  const now = context.now();
  if (!at) return now;
  if (at > addMinutes(now, 1)) throw refuse.stepInFuture();
  if (at < lastStep(of)) throw refuse.stepBeforeLast();
  if (at < addMinutes(now, -OLDEST_MINUTES)) throw refuse.stepTooOld();
  return at > now ? now : at;
}
