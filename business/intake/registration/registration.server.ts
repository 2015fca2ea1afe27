import { list, nullable, of } from '#kernel/language/calls/shape.ts';
import { coverParts, coverShape } from '../cover/cover-shape.calls.ts';
import { assertStands } from '#business/customers/equipment/standing.server.ts';
import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, inform, type Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { refuse } from '../refusals.ts';
import { coverOfOrder } from './followers/cover-of-order.server.ts';
import { coverFields, overrideCover, payersOf } from '../cover/cover.rules.ts';
import { takeScheme } from '../cover/take-scheme.service.ts';
import { mirrorToOrder } from './mirror.server.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { placeOfHome } from '../home/place-of-home.server.ts';
import { reworkOf } from '../rework.server.ts';
import { startClocks } from '#business/scheduling/sla/clocks.server.ts';
import { clocksFollow } from '#business/scheduling/sla/follow-clocks.server.ts';
import { cancelDispatch, holdDispatch, releaseDispatch } from './dispatching.service.ts';
import { informOfCover, orderFollowers } from './followers/order-followers.server.ts';
import { releaseDue } from './timed/release-due.server.ts';
import { registrationCalls } from './registration-calls.server.ts';
import { assertOwnMachines } from './own-machines.server.ts';
import { registration } from './registration.paper.ts';

export type RegistrationRow = Row<typeof registration>;
type Extra = ExtrasOf<typeof registration> | null;

/** Refuse a service file of another customer. */
async function assertOneHome(context: Context, order: Partial<RegistrationRow>): Promise<void> {
  if (!order.registerMainId || !order.customerId) return;
  const file = await context.get(serviceFile, order.registerMainId);
  if (file.customerId !== order.customerId)
    throw refuse.fileOfOtherCustomer({
      fields: [
        { field: 'registerMainId', words: ['服务档案不属于该客户', 'The service file belongs to another customer'] },
      ],
    });
}

/**
 * Return the first machine of a new order, which decides its cover; null without one. Refuse removed machines, and one
 * of another customer.
 */
async function firstMachine(
  context: Context,
  order: Partial<RegistrationRow>,
  extra: Extra,
): Promise<Row<typeof equipment> | null> {
  for (const line of extra?.equipment ?? []) await assertStands(context, line.equipmentId);
  const id = extra?.equipment?.find((line) => line.equipmentId)?.equipmentId;
  if (!id) return null;
  const [machine] = await context.find(equipment, { id }, { first: 1 });
  if (machine && machine.customerId !== order.customerId) throw refuse.equipmentOfOtherCustomer();
  return machine ?? null;
}

async function decided(
  context: Context,
  order: Partial<RegistrationRow>,
  extra: Extra,
): Promise<Partial<RegistrationRow>> {
  const machine = await firstMachine(context, order, extra);
  const rework = await reworkOf(context, machine?.id, order.faultCategory);
  const cover = await coverOfOrder(context, order, { machine, rework, schemeIds: namedIn(extra) });
  return { ...coverFields(cover), isRework: Boolean(rework), sourceRegistrationId: rework?.id ?? null };
}

/** Return the contracts that the writer of a new order named. */
const namedIn = (extra: Extra): string[] => (extra?.schemes ?? []).map((one) => one.schemeId);

/** Fields that determine the place of an order. If one of them changes, the place is derived again. */
const PLACE: readonly (keyof RegistrationRow)[] = [
  'registerMainId',
  'customerId',
  'premisesId',
  'address',
  'customerServiceTeam',
  'location',
];

/** Return values that clear the wish of the customer, where a change of the date or an appointment settles it. */
const settledWish = (before: RegistrationRow, values: Partial<RegistrationRow>): Partial<RegistrationRow> => {
  const isSettled = Boolean(values.promiseFrom) || (values.expectDate ?? before.expectDate) !== before.expectDate;
  return before.wishTime && isSettled ? { wishDate: null, wishSlot: null, wishTime: null } : {};
};

async function saving(
  context: Context,
  { before, values, extra }: { before: RegistrationRow | null; values: Partial<RegistrationRow>; extra: Extra },
): Promise<Partial<RegistrationRow>> {
  if (values.registerMainId || values.customerId) await assertOneHome(context, { ...before, ...values });
  const isPlaced = !before || PLACE.some((name) => name in values);
  const place = isPlaced ? await placeOfHome(context, { ...before, ...values }) : {};
  if (before) return { ...place, ...settledWish(before, values) };
  // An order made from a repair form has the cover that was decided for the form.
  return {
    ...(values.weibao && !namedIn(extra).length ? {} : await decided(context, values, extra)),
    ...place,
    urgeCount: values.urgeCount ?? 0,
  };
}

async function detail(reading: Reading, order: RegistrationRow): Promise<Record<string, unknown>> {
  const [form] = order.repairFormId
    ? await reading.visible(repairForm, { match: { id: order.repairFormId } }).rows({ first: 1 })
    : [];
  return {
    repairForm: form ?? null,
    cover: {
      weibao: order.weibao,
      weibaoReason: order.weibaoReason,
      coverFees: order.coverFees ?? payersOf(order.weibao),
    },
    log: await reading.find(actionLog, { bizId: order.id, bizType: 'registration' }, { first: 50 }),
  };
}

export default behaviour<typeof registration>(registration, {
  saving,
  async saved(context, { before, row, extra, byHand }) {
    if (byHand && before && before.customerId !== row.customerId) await assertOwnMachines(context, row.id);
    if (before) {
      await clocksFollow(context, before, row);
      await informOfCover(context, { before, row });
    } else {
      await startClocks(context, row);
      await inform(context, orderFollowers, 'registered', { row, schemes: extra?.schemes ?? [] });
      const { weibao, weibaoReason, coverFees } = await context.get(registration, row.id);
      return { weibao, weibaoReason, coverFees };
    }
  },
  actions: {
    async hold(context, order, { holdReason, holdUntil }) {
      if (holdUntil && holdUntil <= context.now())
        throw refuse.holdUntilPast({
          fields: [{ field: 'holdUntil', words: ['挂起至不能早于现在', 'Hold until may not lie in the past'] }],
        });
      await context.call(holdDispatch, { registrationFormId: order.id, holdReason });
      await mirrorToOrder(context, order, 'waiting');
      return { holdReason, holdUntil };
    },
    async release(context, order) {
      const visits = await context.call(releaseDispatch, { registrationFormId: order.id });
      await mirrorToOrder(context, order, 'registered');
      return { holdReason: null, holdUntil: null, ...(visits && { registerStatus: 'waiting' as const }) };
    },
    async cancel(context, order, { cancelReason }) {
      await context.call(cancelDispatch, { registrationFormId: order.id, cancelReason });
      await mirrorToOrder(context, order, 'cancelled', { cancelReason });
      return { cancelReason, holdReason: null, holdUntil: null };
    },
    async cover(context, order, { weibao, reason, schemeId }) {
      if (!weibao || weibao === 'none') throw refuse.coverNotChosen();
      const fees = weibao === 'plan' ? { coverFees: await context.call(takeScheme, { order, schemeId }) } : {};
      const changed = { ...coverFields(overrideCover(weibao, reason ?? '')), ...fees };
      if (order.repairFormId)
        await context.change(repairForm, order.repairFormId, changed, [
          `登记单${order.registrationNo}改判`,
          `Decided anew with work order ${order.registrationNo}`,
        ]);
      return changed;
    },
  },
  async moved(context, { by, before, row }) {
    await clocksFollow(context, before, row);
    // The repair form was cancelled, so cancel the order's dispatch too.
    if (by === 'repairCancelled')
      await context.call(cancelDispatch, { registrationFormId: row.id, cancelReason: row.cancelReason });
    await informOfCover(context, { before, row });
    if (by !== 'cover') await inform(context, orderFollowers, 'moved', { by, before, row });
  },
  detail,
  detailParts: { repairForm: nullable(of(repairForm)), cover: coverShape, log: list(of(actionLog)) },
  savedParts: coverParts,
  calls: registrationCalls,
  timed: { release: { cron: '* * * * *', work: releaseDue } },
});
