import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type OwnCall, type Reading, implement, row } from '#kernel/server';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { payersOf } from '../cover/cover.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { type Urgency, priorityOf } from '../urgency.rules.ts';
import { type Form, duplicatesOf, inShort } from './intake.server.ts';
import { newestForms, poolNumber } from './repair-form.calls.ts';
import { repairForm } from './repair-form.paper.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';

/** Return further data for the detail of a form: possible duplicates, cover, registration, log. */
export async function repairDetail(reading: Reading, form: Form): Promise<Record<string, unknown>> {
  const [order] = form.registrationFormId
    ? await reading.visible(registration, { match: { id: form.registrationFormId } }).rows({ first: 1 })
    : [];
  return {
    duplicates:
      form.repairStatus === 'submitted'
        ? (await duplicatesOf(reading, await reading.get(repairForm, form.id))).map((one) =>
            inShort(reading.visible(repairForm).present(one)),
          )
        : [],
    cover: form.weibao
      ? { weibao: form.weibao, weibaoReason: form.weibaoReason, coverFees: form.coverFees ?? payersOf(form.weibao) }
      : null,
    registration: order ?? null,
    log: await reading.find(actionLog, { bizId: form.id, bizType: 'repair' }, { first: 50 }),
  };
}

interface Waiting {
  id: string;
  urgency: Urgency;
  urge_count: number;
  create_time: string;
  customer_level: string | null;
}

/** Maximum of forms of a pool that are ranked, the oldest first. */
const MAX_RANKED = 1000;

/**
 * Return the pool of a form and its rank in it, by urgency, urges, customer level and waiting time. With more than
 * `MAX_RANKED` waiting forms there is no rank.
 */
async function placeInPool(reading: Reading, id: string): Promise<CallAnswer<typeof poolNumber>> {
  const [form] = await reading.visible(repairForm, { match: { id } }).rows({ first: 1 });
  if (!form) throw row.missing({ title: repairForm.title });
  const { poolNo: pool, repairStatus } = form;
  const names = poolName(reading, form);
  if (!pool)
    return { poolNo: '', poolName: names, waiting: 0, position: 0, isBeyond: false, oldestMinutes: 0, etaMinutes: 0 };
  const waiting = await reading.sql.query<Waiting & { all: number }>(
    `select count(*) over ()::int as all, t.id::text as id, t.urgency, coalesce(t.urge_count, 0) as urge_count, to_char(t.create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time, c.customer_level
     from asrepairform t left join ${customerFacts} c on c.id = t.customer_id and c.tenant_id = t.tenant_id
     where t.tenant_id = $1 and t.is_deleted = 0 and t.repair_status = 'submitted' and t.pool_no = $2 order by t.create_time, t.id limit ${MAX_RANKED}`,
    [reading.tenantId, pool],
  );
  const ranked = waiting
    .map((one) => ({
      id: one.id,
      waited: minutesBetween(one.create_time, reading.now()),
      score: priorityOf({
        urgency: one.urgency,
        urgeCount: Number(one.urge_count),
        customerLevel: one.customer_level,
        waitedMinutes: minutesBetween(one.create_time, reading.now()),
      }),
    }))
    .sort((one, other) => other.score - one.score);
  const own = ranked.find((one) => one.id === form.id);
  const usual = await usualWait(reading, pool);
  const isBeyond = (waiting[0]?.all ?? 0) > MAX_RANKED;
  return {
    poolNo: pool,
    poolName: names,
    waiting: waiting[0]?.all ?? 0,
    isBeyond,
    position: repairStatus === 'submitted' && !isBeyond ? ranked.findIndex((one) => one.id === form.id) + 1 : 0,
    oldestMinutes: Math.max(0, ...ranked.map((one) => one.waited)),
    etaMinutes: own ? Math.max(0, usual - own.waited) : 0,
  };
}

function poolName(reading: Reading, form: AnsweredRow<typeof repairForm>): string {
  const at = reading.language === 'en' ? 1 : 0;
  const team = form.customerServiceTeam ? customerServiceTeam.items[form.customerServiceTeam]?.[at] : '';
  return [team, repairType.items[form.repairType]?.[at]].filter(Boolean).join(' · ');
}

/** Return the median time in minutes until the pool's last fifty accepted forms were accepted. */
async function usualWait(reading: Reading, pool: string): Promise<number> {
  const [usual] = await reading.sql.query<{ minutes: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from w.accept_time - w.create_time) / 60) as minutes
     from (select accept_time, create_time from asrepairform where tenant_id = $1 and is_deleted = 0 and pool_no = $2 and accept_time is not null order by create_time desc limit 50) w`,
    [reading.tenantId, pool],
  );
  return Math.round(usual?.minutes ?? 0);
}

export const repairCalls: readonly OwnCall[] = [
  implement(poolNumber, { read: ({ id }, reading) => placeInPool(reading, id) }),
  implement(newestForms, {
    read: ({ size }, reading) =>
      reading.visible(repairForm, { match: { repairStatus: ['submitted'] } }).rows({ first: size }),
  }),
];
