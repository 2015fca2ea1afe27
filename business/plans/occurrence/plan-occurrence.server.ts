import { must } from '#kernel/language/must.ts';
import { type App, behaviour, type Context, implement } from '#kernel/server';
import { type Scheme, recountVisits } from '#business/contracts/scheme/counters.server.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { planBundles, planCalendar, plansOfDay } from '../calendar/plan-calendar.calls.ts';
import { readPlanBundles, readPlanCalendar, readPlansOfDay } from '../calendar/plan-calendar.server.ts';
import { visitsOfScheme } from './of-scheme/scheme-visits.calls.ts';
import { readVisitsOfScheme } from './of-scheme/scheme-visits.server.ts';
import { escalateVisits } from './late/escalate.server.ts';
import { todoDone } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { planSheet } from '../sheet/plan-sheet.calls.ts';
import { readPlanSheet } from '../sheet/plan-sheet.server.ts';
import { endFinished } from './end-visits.server.ts';
import { followHomes } from './follow-homes.server.ts';
import { generate, schemeHomeOf, rowOf, storeNext } from './generate.server.ts';
import { CAN_BE_OVERDUE } from './load.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import { type Occurrence, registerAll } from './register.server.ts';
import { termsOfAll } from './terms.server.ts';

/** States in which nobody waits for a visit any more. */
const ENDED: readonly string[] = ['done', 'skipped', 'cancelled'];

/** Refuse a visit of a contract that is not active. `also`: a further state that is allowed. */
async function activeScheme(context: Context, id: string, also: Scheme['schemeStatus'] = 'active'): Promise<Scheme> {
  const [of] = await context.lockRows(scheme, [id]);
  if (of.schemeStatus === 'suspended') throw refuse.frozen({ no: of.schemeNo });
  if (of.schemeStatus !== 'active' && of.schemeStatus !== also) throw refuse.notActive({ no: of.schemeNo });
  return of;
}

/** Return the row of a further visit that a person adds: the next free number of its contract. */
async function furtherVisit(context: Context, { schemeId, planDate }: Occurrence): Promise<Partial<Occurrence>> {
  const of = await activeScheme(context, schemeId);
  const { terms } = must((await termsOfAll(context, [of])).get(of.id), 'terms');
  if (planDate < of.startDate || planDate > terms.endDate)
    throw refuse.outsideTerm({ no: of.schemeNo, from: of.startDate, to: terms.endDate });
  const [{ last }] = await context.sql.query<{ last: number }>(
    'select coalesce(max(occurrence_no), 0) as last from asmaintain where tenant_id = $1 and scheme_id = $2 and is_deleted = 0',
    [context.tenantId, schemeId],
  );
  const no = Math.max(last, terms.openingUsed) + 1;
  if (no > terms.timesTotal) throw refuse.allPlanned({ no: of.schemeNo, times: terms.timesTotal });
  const named = terms.visitNames[no - 1];
  return rowOf(
    of,
    {
      no,
      day: planDate,
      from: planDate,
      to: planDate,
      content: named?.name ?? '',
      minutes: named?.minutes ?? terms.stdMinutes,
    },
    { place: await schemeHomeOf(context, of), day: planDate },
  );
}

/** Refuse a day outside the window of the visit. */
function assertInWindow(before: Occurrence, values: Partial<Occurrence>): void {
  const { planDate } = values;
  if (!planDate || planDate === before.planDate) return;
  const [from, to] = [before.windowFrom ?? before.planDate, before.windowTo ?? before.planDate];
  if (planDate < from || planDate > to) throw refuse.outsideWindow({ from, to });
}

/** Refuse a wanted day that is over. */
function assertAhead(context: Context, day: string | null | undefined): void {
  if (day && day < context.today()) throw refuse.dayOver();
}

/** Event of contracts whose visits were removed or restored. */
const VISITS_CHANGED = 'planOccurrence.changed';

/** Store the next visit of contracts after a removal. Contracts are locked before visits, so it follows the commit. */
export const listenForRemovals = (app: App): void =>
  app.outbox.subscribe(VISITS_CHANGED, async (context, { data }) => {
    const ids = data.schemes as string[];
    await context.lockRows(scheme, ids);
    await storeNext(context, ids);
  });

/** Did staff enter another reply than the stored one? */
const isReplyChanged = (before: Occurrence, values: Partial<Occurrence>): boolean =>
  (['customerReply', 'expectDate', 'expectSlot'] as const).some(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );

export default behaviour<typeof planOccurrence>(planOccurrence, {
  async saving(context, { before, values, byHand }) {
    if (!before) return byHand ? furtherVisit(context, values as Occurrence) : undefined;
    if (!byHand) return undefined;
    await activeScheme(context, before.schemeId);
    assertInWindow(before, values);
    if (values.expectDate !== before.expectDate) assertAhead(context, values.expectDate);
    return isReplyChanged(before, values) ? { replyTime: null } : undefined;
  },
  saved: (context, { row }) => storeNext(context, [row.schemeId]),
  leaving: (context, rows) => context.emit(VISITS_CHANGED, { schemes: [...new Set(rows.map((one) => one.schemeId))] }),
  async restoring(context, row) {
    const of = await context.get(scheme, row.schemeId);
    if (of.schemeStatus !== 'active' && of.schemeStatus !== 'suspended') throw refuse.notActive({ no: of.schemeNo });
    await context.emit(VISITS_CHANGED, { schemes: [of.id] });
  },
  actions: {
    async book(context, row, { customerReply, expectDate, expectSlot }) {
      await activeScheme(context, row.schemeId);
      assertAhead(context, expectDate);
      return { customerReply: customerReply ?? 'agree', expectDate, expectSlot, replyTime: null };
    },
    async skip(context, row, { skipReason, consume }) {
      await activeScheme(context, row.schemeId);
      if (row.registrationFormId) throw refuse.hasOrder({ no: row.planNo });
      return { skipReason, consumed: consume === true };
    },
    async restore(context, row) {
      // A contract that ended with this skip goes on, because it gets back the visit that the skip used.
      await activeScheme(context, row.schemeId, row.consumed ? 'finished' : 'active');
      return { skipReason: null, consumed: false };
    },
  },
  together: { register: registerAll },
  async moved(context, { before, row }) {
    if (before.consumed !== row.consumed || before.planStatus !== row.planStatus)
      await recountVisits(context, [row.schemeId]);
    if (before.planStatus !== row.planStatus) await storeNext(context, [row.schemeId]);
    if (row.escalated && ENDED.includes(row.planStatus) && !ENDED.includes(before.planStatus))
      await context.call(todoDone, { bizId: row.id, event: 'planTodo' });
  },
  computed: {
    overdueDays: `case when t.window_to < $today and ${CAN_BE_OVERDUE} then $today - t.window_to else 0 end`,
    generateKey: `t.scheme_id || '#' || t.occurrence_no`,
    isFrozen: `exists (select from ${schemeFacts} s where s.tenant_id = t.tenant_id and s.id = t.scheme_id and s.scheme_status = 'suspended')`,
  },
  calls: [
    implement(planCalendar, { read: (asked, reading) => readPlanCalendar(reading, asked) }),
    implement(plansOfDay, { read: (asked, reading) => readPlansOfDay(reading, asked) }),
    implement(planBundles, { read: (asked, reading) => readPlanBundles(reading, asked) }),
    implement(visitsOfScheme, { read: (asked, reading) => readVisitsOfScheme(reading, asked) }),
    implement(planSheet, { read: (asked, reading) => readPlanSheet(reading, asked) }),
  ],
  timed: {
    endFinished: { cron: '35 0 * * *', work: endFinished },
    generate: { cron: '40 0 * * *', work: generate },
    follow: { cron: '50 0 * * *', work: followHomes },
    escalate: { cron: '55 0 * * *', work: escalateVisits },
  },
});
