import { yesOrNo } from '#kernel/language/calls/shape.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import { addDays } from '#kernel/language/days.ts';
import { addWorkingMinutes } from '#business/scheduling/working-time.rules.ts';
import { OPEN_REPAIR_STATES } from '../repair-form/duplicate.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { raised } from '../urgency.rules.ts';
import { closeEnded, escalateLate } from './urge-clock.server.ts';
import { urgesOfForm, urgesOfOrder } from './count-urges.server.ts';
import { urge } from './urge.paper.ts';

type Urge = Row<typeof urge>;
type Form = Row<typeof repairForm>;
type Order = Row<typeof registration>;

const OPEN_ORDER_STATES: readonly string[] = ['registered', 'dispatched', 'inService', 'waiting'];

/**
 * Return the form and the registration that an urge is about. If the urge names only one of them, that one refers to
 * the other; null if there is none.
 */
async function urgedOf(context: Context, values: Partial<Urge>): Promise<{ form: Form | null; order: Order | null }> {
  const order = values.registrationFormId ? await context.get(registration, values.registrationFormId) : null;
  const formId = values.repairFormId ?? order?.repairFormId;
  const form = formId ? await context.get(repairForm, formId) : null;
  if (order || !form?.registrationFormId) return { form, order };
  return { form, order: await context.get(registration, form.registrationFormId) };
}

function assertOpen({ form, order }: { form: Form | null; order: Order | null }): void {
  if (!form && !order) throw refuse.urgeWithoutOrder();
  if (order && !OPEN_ORDER_STATES.includes(order.registerStatus))
    throw refuse.urgeOfEnded({ no: order.registrationNo });
  if (!order && form && !(OPEN_REPAIR_STATES as readonly string[]).includes(form.repairStatus))
    throw refuse.urgeOfEnded({ no: form.repairNo });
}

/** Maximum of consecutive days without working hours, over which the due time of an answer is computed. */
const LONGEST_REST = 60;

async function answerDue(context: Context): Promise<string> {
  const minutes = Number(await context.parameter('as.urge.replyMinutes')) || 30;
  return addWorkingMinutes(
    context.now(),
    minutes,
    await hoursOfCompany(context, context.today(), addDays(context.today(), LONGEST_REST)),
  );
}

async function opened(context: Context, values: Partial<Urge>): Promise<Partial<Urge>> {
  const urged = await urgedOf(context, values);
  assertOpen(urged);
  const of = urged.order ?? must(urged.form, 'form');
  return {
    registrationFormId: urged.order?.id ?? null,
    repairFormId: urged.form?.id ?? null,
    customerName: of.customerName,
    phone: of.phone,
    customerServiceTeam: of.customerServiceTeam,
    replyDeadline: await answerDue(context),
  };
}

/**
 * Count the urges of form and order again. The urge with the configured number, by default the second, raises their
 * urgency.
 */
async function countUrge(context: Context, row: Urge): Promise<void> {
  const { form, order } = await urgedOf(context, row);
  const raiseAt = Number(await context.parameter('as.urge.raiseAt')) || 2;
  const count = form ? await urgesOfForm(context, form.id) : await urgesOfOrder(context, must(order, 'order').id);
  const urgency = (now: Form['urgency']): { urgency?: Form['urgency'] } =>
    count === raiseAt ? { urgency: raised(now) } : {};
  if (form)
    await context.change(repairForm, form.id, { urgeCount: count, ...urgency(form.urgency) }, [
      `催单${row.urgeNo}`,
      `Followed up by ${row.urgeNo}`,
    ]);
  if (order)
    await context.change(registration, order.id, { urgeCount: count, ...urgency(order.urgency) }, [
      `催单${row.urgeNo}`,
      `Followed up by ${row.urgeNo}`,
    ]);
}

const answerOf = (state: Urge['urgeStatus']): 'answer' | 'answerEscalated' | null =>
  state === 'open' ? 'answer' : state === 'escalated' ? 'answerEscalated' : null;

export default behaviour<typeof urge>(urge, {
  async saving(context, { before, values }) {
    if (!before) return opened(context, values);
    const answer = values.handleResult ? answerOf(before.urgeStatus) : null;
    if (answer) context.need(`asurgevisit_${answer}`, refuse.answerNotAllowed());
  },
  savedParts: { answered: yesOrNo },
  async saved(context, { before, row }) {
    if (!before) {
      await countUrge(context, row);
      await context.emit('urge.submit', { id: row.id });
      return;
    }
    // A saved result is also the answer, because the published API has no call of its own for it.
    const answer = row.handleResult && !before.handleResult ? answerOf(row.urgeStatus) : null;
    if (!answer) return;
    await context.act(urge, row.id, answer, { handleResult: row.handleResult });
    return { answered: true };
  },
  actions: {
    async answer(context, _row, { handleResult }) {
      return { handleResult, handleTime: context.now() };
    },
    async answerEscalated(context, _row, { handleResult }) {
      return { handleResult, handleTime: context.now() };
    },
  },
  timed: { escalate: { cron: '* * * * *', work: escalateLate }, closeEnded: { cron: '10 2 * * *', work: closeEnded } },
});
