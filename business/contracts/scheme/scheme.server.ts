import type { Label } from '#kernel/language/label.ts';
import { behaviour, type Context, inform, type TimedSteps } from '#kernel/server';
import { todoDone } from '#business/messaging/notify.service.ts';
import { schemeStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';
import { pageCalls } from '../page/scheme-page.server.ts';
import { activate, assertTerminable, changeContact } from './change-state.server.ts';
import { recountMoney, type Scheme } from './counters.server.ts';
import { addStandardLines, judgedSale } from './new-scheme.server.ts';
import { tellOfLongSuspended } from './long-suspended.server.ts';
import { recordChange } from './records.server.ts';
import { schemeFollowers } from './scheme-followers.server.ts';
import { scheme } from './scheme.paper.ts';

const word = (key: Scheme['schemeStatus']): Label => [schemeStatus.items[key][0], schemeStatus.items[key][1]];

/** End the contracts whose term is over. A suspended one keeps its suspended days. */
export async function roll({ step, each }: TimedSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select s.id::text as id from asscheme s where s.tenant_id = $1 and s.is_deleted = 0
         and (s.scheme_status = 'active' and s.end_date < $2::date or s.scheme_status = 'suspended' and s.end_date + ($2::date - s.suspend_time::date) < $2::date) order by s.id limit 5000`,
      [context.tenantId, context.today()],
    ),
  );
  await each(
    due.map(({ id }) => id),
    async (context, id) => {
      await context.move(scheme, id, 'expired', 'roll');
    },
  );
}

/** Inform the rooms that show the contact of a contract, if it changed. */
async function contactFollowed(context: Context, before: Scheme, row: Scheme): Promise<void> {
  if (before.contactPhone !== row.contactPhone || before.customerName !== row.customerName)
    await inform(context, schemeFollowers, 'contactChanged', { before, row });
}

export default behaviour<typeof scheme>(scheme, {
  async saving(context, { before, values, byHand }) {
    if (byHand && before && before.schemeStatus !== 'draft') throw refuse.schemeIsLive();
    if (before && !byHand) return;
    return judgedSale(context, { ...before, ...values } as Scheme, before);
  },
  async saved(context, { before, row }) {
    if (!before) return addStandardLines(context, row);
    if (before.price !== row.price) await recountMoney(context, row.id);
    await contactFollowed(context, before, row);
  },
  actions: {
    activate,
    async suspend(context, _row, { reason }) {
      return { suspendReason: reason, suspendTime: context.now() };
    },
    async terminate(context, row, { reason }) {
      await assertTerminable(context, row);
      return { endReason: reason };
    },
    cusUpdate: changeContact,
  },
  async moved(context, { by, before, row }) {
    if (before.schemeStatus === row.schemeStatus) return contactFollowed(context, before, row);
    const [from, to] = [word(before.schemeStatus), word(row.schemeStatus)];
    const why = row.schemeStatus === 'suspended' ? row.suspendReason : row.endReason;
    await recordChange(context, row.id, {
      type: 'status',
      summary: [`${from[0]} → ${to[0]}${why ? `，${why}` : ''}`, `${from[1]} → ${to[1]}${why ? `, ${why}` : ''}`],
      before: { schemeStatus: before.schemeStatus },
      after: { schemeStatus: row.schemeStatus },
    });
    if (before.schemeStatus === 'suspended') await context.call(todoDone, { bizId: row.id, event: 'planTodo' });
    if (row.schemeStatus === 'active') {
      const suspendedDays = (row.suspendedDays ?? 0) - (before.suspendedDays ?? 0);
      await inform(context, schemeFollowers, 'activated', { by, before, row, suspendedDays });
    } else if (row.schemeStatus === 'suspended')
      await inform(context, schemeFollowers, 'suspended', { by, before, row });
    else await inform(context, schemeFollowers, 'ended', { by, before, row });
  },
  computed: {
    timesLeft: 't.times_total - coalesce(t.times_used, 0) - coalesce(t.times_locked, 0)',
    equipmentCount:
      '(select count(*)::int from asschemeequipment e where e.tenant_id = t.tenant_id and e.scheme_id = t.id and e.is_deleted = 0)',
    suppliesCount:
      '(select count(*)::int from asschemesupplies p where p.tenant_id = t.tenant_id and p.scheme_id = t.id and p.is_deleted = 0)',
  },
  calls: pageCalls,
  timed: {
    roll: { cron: '20 0 * * *', work: roll },
    tellOfLongSuspended: { cron: '25 0 * * *', work: tellOfLongSuspended },
  },
});
