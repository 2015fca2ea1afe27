import { must } from '#kernel/language/must.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import type { Scheme } from '#business/contracts/scheme/counters.server.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { setNextServices } from '#business/contracts/scheme/next-service.server.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { type Levelling, type HomePlace, levellingOf, placedDay } from './levelling.server.ts';
import { type KnownVisit, type PlannedVisit, plannedVisits } from './occurrence-dates.rules.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import { termsOfAll } from './terms.server.ts';

/** Contracts of one transaction. */
const AT_ONCE = 200;

/** A stored visit as the planning knows it. `isNew`: another server may have planned it since the load was read. */
interface StoredVisit extends KnownVisit {
  readonly id: string;
  readonly schemeId: string;
  readonly isNew: boolean;
}

/**
 * Return the stored visits of contracts. Each contract is looked up by itself. A table that is filled for the first time
 * has no statistics, and PostgreSQL would walk over all visits of the company.
 */
const storedVisits = (context: Context, schemes: readonly Scheme[], since: string): Promise<StoredVisit[]> =>
  context.sql.query<StoredVisit>(
    `select t.id::text as id, s.id::text as "schemeId", t.no, t.is_new as "isNew", to_char(t.done, 'YYYY-MM-DD') as done from unnest($2::bigint[]) as s(id)
     cross join lateral (select o.id, o.occurrence_no as no, o.create_time >= $3::timestamptz as is_new, case o.plan_status when 'done' then coalesce(o.done_date, o.plan_date) when 'skipped' then o.plan_date end as done
       from asmaintain o where o.tenant_id = $1 and o.scheme_id = s.id and o.is_deleted = 0 offset 0) t`,
    [context.tenantId, schemes.map((one) => one.id), since],
  );

async function placesOf(context: Context, schemes: readonly Scheme[]): Promise<Map<string, HomePlace>> {
  const files = new Map(
    (
      await context.find(
        serviceFile,
        { id: [...new Set(schemes.map((one) => one.registerMainId))] },
        { limit: AT_ONCE },
      )
    ).map((one) => [one.id, one]),
  );
  const customers = new Map(
    (await context.find(customer, { id: [...new Set(schemes.map((one) => one.customerId))] }, { limit: AT_ONCE })).map(
      (one) => [one.id, one],
    ),
  );
  return new Map(
    schemes.map((one) => [
      one.id,
      {
        premisesId: files.get(one.registerMainId)?.premisesId ?? null,
        team: customers.get(one.customerId)?.customerServiceTeam ?? null,
      },
    ]),
  );
}

/** Return the place of the home of a contract, and the team that serves it. */
export const schemeHomeOf = async (context: Context, of: Scheme): Promise<HomePlace> =>
  must((await placesOf(context, [of])).get(of.id), 'place');

/**
 * Plan the missing visits of active contracts until the horizon. Stored visits are never moved. The caller holds the
 * lock of the planning. Return the levelling, which is read again where another server planned visits meanwhile.
 */
async function planFor(context: Context, ids: readonly string[], before: Levelling): Promise<Levelling> {
  const schemes = (await context.lockRows(scheme, ids)).filter((one) => one.schemeStatus === 'active');
  if (schemes.length === 0) return before;
  const terms = await termsOfAll(context, schemes);
  const places = await placesOf(context, schemes);
  const all = await storedVisits(context, schemes, before.readAt);
  const stored = Map.groupBy(all, (one) => one.schemeId);
  const isStale = all.some((one) => one.isNew && !before.own.has(one.id));
  const levelling = isStale ? await levellingOf(context) : before;
  const rows = schemes.flatMap((of) => {
    const own = terms.get(of.id);
    const place = must(places.get(of.id), 'place');
    if (!own) return [];
    const there = stored.get(of.id) ?? [];
    const visits = plannedVisits(own.terms, levelling.work, { until: levelling.until, known: there });
    const numbers = new Set(there.map((one) => one.no));
    return visits
      .filter(({ no }) => !numbers.has(no))
      .map((visit) => rowOf(of, visit, { place, day: placedDay(visit, place, levelling, context.today()) }));
  });
  const made = rows.length
    ? await context.createAll(planOccurrence, rows, { unlessThere: ['schemeId', 'occurrenceNo'] })
    : [];
  for (const { id } of made) levelling.own.add(id);
  await storeNext(
    context,
    schemes.map((one) => one.id),
  );
  return levelling;
}

/** Return the row of a planned visit. */
export const rowOf = (
  of: Scheme,
  visit: PlannedVisit,
  { place, day }: { readonly place: HomePlace; readonly day: string },
) => ({
  // The people who see the contract see its visits, also those that the product plans at night.
  createDept: of.createDept,
  schemeId: of.id,
  occurrenceNo: visit.no,
  content: visit.content || null,
  customerId: of.customerId,
  registerMainId: of.registerMainId,
  customerName: of.customerName,
  phone: of.contactPhone,
  premisesId: place.premisesId,
  customerServiceTeam: place.team,
  schemeName: of.schemeName,
  planDate: day,
  windowFrom: visit.from,
  windowTo: visit.to,
  stdMinutes: visit.minutes,
  planStatus: 'planned' as const,
  customerReply: 'none' as const,
  pushCount: 0,
});

/** Store at each contract the day of its next open visit. */
export async function storeNext(context: Context, ids: readonly string[]): Promise<void> {
  const next = await context.sql.query<{ id: string; day: string | null }>(
    `select s.id::text as id, to_char(min(t.plan_date), 'YYYY-MM-DD') as day from unnest($2::bigint[]) as s(id)
     left join asmaintain t on t.tenant_id = $1 and t.scheme_id = s.id and t.is_deleted = 0 and t.plan_status in ('planned', 'pushed', 'booked', 'dispatched') group by 1`,
    [context.tenantId, ids],
  );
  await setNextServices(context, next);
}

const PLANNING_LOCK = 'plans generate';

/** Lock contracts, and then the planning: one transaction at a time levels new visits. */
export async function lockPlanning(context: Context, schemeIds: readonly string[]): Promise<void> {
  await context.lockRows(scheme, schemeIds);
  await context.lock(PLANNING_LOCK);
}

/** Plan the missing visits of contracts, such as one that was activated. The caller locked the planning. */
export async function planNext(context: Context, schemeIds: readonly string[]): Promise<void> {
  await planFor(context, schemeIds, await levellingOf(context));
}

/** A batch of contracts that were planned, and the levelling after it. */
interface Batch {
  readonly ids: readonly string[];
  readonly levelling: Levelling | null;
}

/** Plan the next contracts after one, by their ids. */
async function planBatch(context: Context, after: string, known: Levelling | null): Promise<Batch> {
  const due = await context.sql.query<{ id: string }>(
    `select s.id::text as id from ${schemeFacts} s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' and s.id > $2::bigint order by s.id limit $3`,
    [context.tenantId, after, AT_ONCE],
  );
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return { ids, levelling: known };
  await lockPlanning(context, ids);
  return { ids, levelling: await planFor(context, ids, known ?? (await levellingOf(context))) };
}

/** Nightly: plan the missing visits of all active contracts. A missed night is made up by the next. */
export async function generate({ step }: TimedSteps): Promise<void> {
  let batch: Batch = { ids: ['0'], levelling: null };
  do {
    const { ids, levelling } = batch;
    batch = await step((context) => planBatch(context, must(ids.at(-1), 'last id'), levelling));
  } while (batch.ids.length === AT_ONCE);
}
