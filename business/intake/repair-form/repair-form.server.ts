import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { anyText, list, nullable, of, yesOrNo } from '#kernel/language/calls/shape.ts';
import { coverShape } from '../cover/cover-shape.calls.ts';
import { likelySame } from '../desk/desk.calls.ts';
import { assertStands } from '#business/customers/equipment/standing.server.ts';
import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context } from '#kernel/server';
import { addDays, dayOf } from '#kernel/language/days.ts';
import { refuse } from '../refusals.ts';
import { responseFollows } from '#business/scheduling/sla/follow-clocks.server.ts';
import { coverFields, overrideCover } from '../cover/cover.rules.ts';
import { followsRepairForm } from '../mirror.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { acceptForm, taken } from './accept.server.ts';
import { type Form, type KnownMachine, duplicatesOf, homeOf, inShort, judgeIntake } from './intake.server.ts';
import { intakeDepartment } from './intake-department.server.ts';
import { lockBoth, merge } from './merge.server.ts';
import { newCaller } from './new-caller.server.ts';
import { repairCalls, repairDetail } from './repair-calls.server.ts';
import { repairForm } from './repair-form.paper.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';

type Extra = ExtrasOf<typeof repairForm> | null;

/** Maximum days after which a rejected or cancelled form can be reopened. */
const REOPEN_DAYS = 30;

/**
 * Return the cover that a lead chose with a new form; null if the rules decide. Existing forms have an action for it.
 */
const overriddenCover = (extra: Extra, before: Form | null): Record<string, unknown> | null =>
  before || !extra?.cover ? null : { ...extra.cover };

/**
 * Refuse a save that also merges, accepts or overrides the cover without the right to do so. This is checked before
 * anything is written.
 */
function assertMayGoOn(context: Context, extra: Extra, before: Form | null): void {
  if (overriddenCover(extra, before)) context.need('asrepairform_cover', refuse.notAllowed());
  const wanted = extra?.mergeInto ? 'merge' : extra?.then;
  if (!wanted) return;
  if (wanted !== 'accept' && wanted !== 'merge') throw refuse.thenUnknown();
  context.need(`asrepairform_${wanted}`, refuse.notAllowed());
}

/** Fields from which home, cover, pool and duplicates follow. A change of another field does not decide them again. */
const decidedBy: readonly (keyof Form)[] = [
  'customerId',
  'registerMainId',
  'phone',
  'equipmentId',
  'repairType',
  'alarmId',
  'faultCategory',
  'receiptsType',
  'customerServiceTeam',
  'premisesId',
  'address',
  'location',
];

const isStillIntake = (state: Form['repairStatus'] | undefined, before: Form | null, values: Partial<Form>): boolean =>
  (state === 'draft' || state === 'submitted') && (!before || decidedBy.some((name) => name in values));

/** Refuse to accept a form at once while the question about its duplicate is open. */
function assertDecided(extra: Extra, duplicates: readonly Form[]): void {
  if (extra?.then === 'accept' && duplicates.length && !extra.mergeInto)
    throw refuse.duplicateUndecided({ data: { duplicates: duplicates.map(inShort) } });
}

/** If the machine of the form changes, return it, and refuse one that was removed or replaced. */
const assertNewMachineStands = async (
  context: Context,
  before: Form | null,
  values: Partial<Form>,
): Promise<KnownMachine> =>
  values.equipmentId === before?.equipmentId ? null : assertStands(context, values.equipmentId);

async function saving(
  context: Context,
  { before, values, extra }: { before: Form | null; values: Partial<Form>; extra: Extra },
): Promise<Partial<Form> | void> {
  assertMayGoOn(context, extra, before);
  const machine = await assertNewMachineStands(context, before, values);
  const state = values.repairStatus ?? before?.repairStatus;
  if (!isStillIntake(state, before, values)) return;
  const caller = before ? {} : await newCaller(context, values, extra);
  const home = await homeOf(context, { ...before, ...values, ...caller }, machine);
  const form = { ...before, ...values, ...caller, ...home };
  const department = before ? {} : await intakeDepartment(context, form);
  if (state === 'draft') return { ...home, ...department };
  // Lock the target of a merge before the keys that `judgeIntake` locks: the order of locks has rows first.
  const target = extra?.mergeInto;
  if (target) await context.lockRows(repairForm, [target]);
  const found = await judgeIntake(context, form, { separate: extra?.separate === true, machine });
  assertDecided(extra, found.duplicates);
  return { ...home, ...department, ...found.values, ...(!before && { urgeCount: values.urgeCount ?? 0 }) };
}

/** Copy changes of the form to its registration, until a technician is on the way. */
async function followInRegistration(context: Context, before: Form, form: Form): Promise<void> {
  if (!form.registrationFormId || JSON.stringify(taken(before)) === JSON.stringify(taken(form))) return;
  const order = await context.get(registration, form.registrationFormId);
  if (followsRepairForm(order.registerStatus)) await context.change(registration, order.id, taken(form));
}

async function saved(
  context: Context,
  { before, row, extra }: { before: Form | null; row: Form; extra: Extra },
): Promise<Record<string, unknown> | void> {
  if (before) await followInRegistration(context, before, row);
  if (row.repairStatus !== 'submitted') return;
  if (!before) {
    await responseFollows(context, row, 'submit');
    await context.emit('repairForm.submit', { id: row.id });
  }
  const target = extra?.mergeInto;
  if (target) {
    await context.act(repairForm, row.id, 'merge', { duplicateOfId: target });
    return { mergedInto: target };
  }
  const cover = overriddenCover(extra, before);
  if (cover) await context.act(repairForm, row.id, 'cover', cover);
  if (extra?.then === 'accept') {
    await context.act(repairForm, row.id, 'accept');
    return { accepted: true };
  }
  return row.duplicateOfId ? { duplicates: (await duplicatesOf(context, row)).map(inShort) } : undefined;
}

async function cancel(
  context: Context,
  form: Form,
  input: { cancelReason: Form['cancelReason'] },
): Promise<Partial<Form>> {
  if (form.registrationFormId)
    await context.move(registration, form.registrationFormId, 'cancelled', 'repairCancelled', {
      cancelReason: input.cancelReason,
    });
  return { cancelReason: input.cancelReason };
}

async function reopen(context: Context, form: Form): Promise<Partial<Form>> {
  if (dayOf(form.updateTime) < addDays(context.today(), -REOPEN_DAYS))
    throw refuse.reopenTooLate({ days: REOPEN_DAYS });
  const machine = await assertStands(context, form.equipmentId);
  const fresh = { ...form, duplicateOfId: null };
  return {
    ...(await judgeIntake(context, fresh, { separate: false, machine })).values,
    cancelReason: null,
    registrationFormId: null,
    acceptUser: null,
    acceptTime: null,
  };
}

const RUNS = "k.met_time is null and k.sla_state in ('running', 'warning', 'breached') and k.is_deleted = 0";

export default behaviour<typeof repairForm>(repairForm, {
  computed: {
    slaDue: `coalesce((select k.due_time from ${slaClockFacts} k where k.tenant_id = t.tenant_id and k.biz_type = 'repair' and k.biz_id = t.id and ${RUNS} order by k.due_time limit 1),
      (select r.sla_due from asregistrationform r where r.tenant_id = t.tenant_id and r.id = t.registration_form_id and r.is_deleted = 0))`,
  },
  saving,
  saved,
  first: { merge: lockBoth },
  actions: {
    async submit(context, form) {
      const machine = await assertStands(context, form.equipmentId);
      return (await judgeIntake(context, form, { separate: false, machine })).values;
    },
    accept: acceptForm,
    merge,
    cancel,
    reopen,
    async cover(_context, _form, { weibao, reason }) {
      if (!weibao || weibao === 'none') throw refuse.coverNotChosen();
      return coverFields(overrideCover(weibao, reason ?? ''));
    },
  },
  moved: (context, { by, row }) => responseFollows(context, row, by),
  detail: repairDetail,
  detailParts: {
    duplicates: list(likelySame),
    cover: nullable(coverShape),
    registration: nullable(of(registration)),
    log: list(of(actionLog)),
  },
  savedParts: { mergedInto: anyText, accepted: yesOrNo, duplicates: list(likelySame) },
  calls: repairCalls,
});
