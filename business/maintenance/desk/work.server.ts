import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server/context.ts';
import { addDays } from '../time/days.rules.ts';
import { registration } from '../repair/registration/registration.paper.ts';
import { repairForm } from '../repair/repair-form/repair-form.paper.ts';
import { urge } from '../repair/urge/urge.paper.ts';
import { type Seen, type Wanted, countSeen, seen } from '../sight.server.ts';

/** A pile of work: how much, and the three that wait longest. */
export interface Pile { readonly name: string; readonly count: number; readonly rows: Seen[] }

const OLDEST = 't.create_time asc, t.id asc';

async function pile(reading: Reading, name: string, paper: AnyPaper, wanted: Omit<Wanted, 'limit'>): Promise<Pile> {
  return { name, count: await countSeen(reading, paper, wanted), rows: await seen(reading, paper, { order: OLDEST, ...wanted, limit: 3 }) };
}

const piles: readonly { name: string; button: string; paper: AnyPaper; wanted: Omit<Wanted, 'limit'> }[] = [
  { name: 'toAccept', button: 'asrepairform_accept', paper: repairForm, wanted: { match: { repairStatus: ['submitted'] } } },
  { name: 'urges', button: 'asurgevisit_view', paper: urge, wanted: { match: { urgeStatus: ['open', 'escalated'] }, order: 't.reply_deadline asc nulls last, t.id asc' } },
  { name: 'suspects', button: 'asrepairform_merge', paper: repairForm, wanted: { match: { repairStatus: ['submitted'] }, also: () => 't.duplicate_of_id is not null' } },
  { name: 'pool', button: 'asregistrationform_hold', paper: registration, wanted: { match: { registerStatus: ['registered'] }, order: 't.expect_date asc nulls last, t.id asc' } },
  { name: 'onHold', button: 'asregistrationform_view', paper: registration, wanted: { match: { registerStatus: ['waiting'] }, order: 't.hold_until asc nulls last, t.id asc' } },
];

async function countsOf(reading: Reading, day: string, until: string): Promise<Record<string, number | number[]>> {
  const [counted] = await reading.sql.query<{ came: number; accepted: number; minutes: string | null }>(
    `select count(*)::int as came, count(accept_time)::int as accepted,
       percentile_cont(0.5) within group (order by extract(epoch from accept_time - create_time) / 60) filter (where accept_time is not null) as minutes
     from asrepairform where tenant_id = $1 and is_deleted = 0 and create_time >= $2 and create_time <= $3`, [reading.tenantId, `${day} 00:00:00`, until]);
  const byHour = await reading.sql.query<{ hour: number; n: number }>(
    `select extract(hour from create_time)::int as hour, count(*)::int as n from asrepairform
     where tenant_id = $1 and is_deleted = 0 and create_time >= $2 and create_time <= $3 group by 1`, [reading.tenantId, `${day} 00:00:00`, `${day} 23:59:59`]);
  const hours = Array.from({ length: 24 }, (_, hour) => byHour.find((one) => one.hour === hour)?.n ?? 0);
  return { came: counted.came, accepted: counted.accepted, minutes: Math.round(Number(counted.minutes ?? 0)), hours };
}

/** The work that waits for this person, and how today goes against the same weekday a week ago at the same hour. */
export async function work(reading: Reading): Promise<Record<string, unknown>> {
  const mine: Pile[] = [];
  for (const one of piles) if (reading.may(one.button)) mine.push(await pile(reading, one.name, one.paper, one.wanted));
  if (!reading.may('asrepairform_view')) return { piles: mine };
  const [today, before] = [reading.today(), addDays(reading.today(), -7)];
  return { piles: mine, today: await countsOf(reading, today, reading.now()), before: await countsOf(reading, before, `${before} ${reading.now().slice(11)}`) };
}
