import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { visit } from './visit.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Visit = Row<typeof visit>;

/** Maximal age of a step in minutes, as it may wait on a phone without network. */
const OLDEST_MINUTES = 72 * 60;

/** Refuse a step without a reason, unless the caller is the technician or in the crew. */
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

/** Return the time of the latest step of a visit, or its creation. */
export const lastStep = (of: Visit): string =>
  [of.sentTime, of.acceptTime, of.appointTime, of.departTime, of.arriveTime, of.pausedAt, of.resumedAt]
    .filter((one): one is string => Boolean(one))
    .toSorted()
    .at(-1) ?? of.createTime;

/**
 * Return the time of a step: the phone's, or now if it sent none or one up to a minute ahead. Refuse one in the future,
 * before the last step, or too old.
 */
export function phoneTime(context: Context, at: string | null | undefined, last: string | null = null): string {
  const now = context.now();
  if (!at) return now;
  if (at > addMinutes(now, 1)) throw refuse.stepInFuture();
  if (last && at < last) throw refuse.stepBeforeLast();
  if (at < addMinutes(now, -OLDEST_MINUTES)) throw refuse.stepTooOld();
  return at > now ? now : at;
}

/** Return the time of a step of a visit. */
export const stepTime = (context: Context, of: Visit, at: string | null): string =>
  phoneTime(context, at, lastStep(of));
