import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { endWarning } from '#business/contracts/parts/supplies-followers.server.ts';
import { schemeSupplies } from '#business/contracts/parts/scheme-supplies.paper.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { smsOptOut } from '#business/messaging/sms/sms-opt-out.paper.ts';
import { refuse } from '../refusals.ts';
import { suppliesList, surrenderList, warrantyList } from './reminder.calls.ts';
import { reminder } from './reminder.paper.ts';
import { scanReminders } from './scan.server.ts';

type Remind = Row<typeof reminder>;

/** Lock the contracts of the consumables of reminders: they are locked before the reminders. */
async function lockContracts(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.find(reminder, { id: [...ids] }, { limit: ids.length });
  const suppliesIds = [...new Set(rows.flatMap((one) => one.schemeSuppliesId ?? []))];
  if (suppliesIds.length === 0) return;
  const lines = await context.find(schemeSupplies, { id: suppliesIds }, { limit: suppliesIds.length });
  await context.lockRows(scheme, [...new Set(lines.map((one) => one.schemeId))]);
}

/** Refuse to push to a customer who wants no messages, or no advertising where the reminder is advertising. */
async function assertWanted(context: Context, row: Remind): Promise<void> {
  const [optedOut] = row.phone ? await context.find(smsOptOut, { phone: row.phone }, { first: 1 }) : [];
  if (optedOut) throw refuse.optedOut({ no: row.remindNo });
  if (row.remindType !== 'surrender' || !row.customerId) return;
  const { receiveMarketing } = await context.get(customer, row.customerId);
  if (receiveMarketing !== true) throw refuse.noAdvertising({ no: row.remindNo });
}

export default behaviour<typeof reminder>(reminder, {
  first: { handle: lockContracts },
  actions: {
    async in(context, row) {
      await assertWanted(context, row);
      return { pushNow: true, outReason: null, outUntil: null };
    },
    async out(context, _row, { reason, until }) {
      if (until && until < context.today()) throw refuse.outUntilPast();
      return { outReason: reason, outUntil: until, pushNow: false };
    },
    handle: async (_context, _row, { resultNote }) => ({ resultNote, pushNow: false }),
    follow: async (_context, row, { ownerUser, nextFollowTime }) => ({
      ownerUser: ownerUser ?? row.ownerUser,
      nextFollowTime: nextFollowTime ?? row.nextFollowTime,
      remindStatus: row.remindStatus,
    }),
  },
  async moved(context, { before, row }) {
    if (!row.schemeSuppliesId || before.remindStatus === row.remindStatus) return;
    if (row.remindStatus === 'handled') await endWarning(context, row.schemeSuppliesId, 'handled', row.resultNote);
    if (row.remindStatus === 'closed') await endWarning(context, row.schemeSuppliesId, 'normal', row.resultNote);
  },
  computed: { daysLeft: 'coalesce(t.due_date - $today, 0)' },
  calls: (
    [
      [warrantyList, 'warranty'],
      [surrenderList, 'surrender'],
      [suppliesList, 'supplies'],
    ] as const
  ).map(([pool, remindType]) =>
    implement(pool, {
      read: ({ current, size, filters }, reading) =>
        reading.visible(reminder).page({ ...filters, remindType, current, size }),
    }),
  ),
  timed: { scan: { cron: '40 1 * * *', work: scanReminders } },
});
