import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server/context.ts';
import { Parameters } from '#kernel/server/list/filter.ts';
import { addDays } from '../time/days.rules.ts';
import { CERTIFICATE_DAYS, endingBefore } from '../people/technician/certificates.rules.ts';
import { type HeldSkill, technician } from '../people/technician/technician.paper.ts';
import { skill } from '../people/skill.paper.ts';
import { registration } from '../repair/registration/registration.paper.ts';
import { repairForm } from '../repair/repair-form/repair-form.paper.ts';
import { urge } from '../repair/urge/urge.paper.ts';
import { type Seen, type Wanted, countSeen, seen, seenSql } from '../sight.server.ts';
import { serviceStandard } from '../standards/service-standard/service-standard.paper.ts';
import type { Pile, PileRow } from './answers.ts';

/** What waits, for those who hold one of the buttons that do something about it, and how a row of it reads. */
interface PileOf { readonly name: string; readonly buttons: readonly string[]; readonly paper: AnyPaper; readonly wanted: (reading: Reading) => Omit<Wanted, 'limit'>; readonly row: (one: Seen, reading: Reading) => PileRow | Promise<PileRow> }

const OLDEST = 't.create_time asc, t.id asc';
const SHOWN = 3;

const said = (who: string, words: string, when: string) => (one: Seen): PileRow => ({ id: one.id, who: String(one[who] ?? ''), words: String(one[words] ?? ''), when: String(one[when] ?? '') });

/** The certificate that ends first, by the name of its skill. */
async function certificateOf(one: Seen, reading: Reading): Promise<PileRow> {
  const [first] = endingBefore((one.skills ?? []) as HeldSkill[], addDays(reading.today(), CERTIFICATE_DAYS));
  const [held] = first ? await reading.find(skill, { id: first.skillId }, 1) : [];
  return { id: one.id, who: String(one.realName), words: held?.certificateName || held?.skillName || '', when: first?.expireDate ?? '' };
}

const piles: readonly PileOf[] = [
  { name: 'toAccept', buttons: ['asrepairform_accept'], paper: repairForm, wanted: () => ({ match: { repairStatus: ['submitted'] } }), row: said('customerName', 'description', 'createTime') },
  { name: 'urges', buttons: ['asurgevisit_answer', 'asurgevisit_answerEscalated'], paper: urge, wanted: () => ({ match: { urgeStatus: ['open', 'escalated'] }, order: 't.reply_deadline asc nulls last, t.id asc' }), row: said('customerName', 'content', 'replyDeadline') },
  { name: 'suspects', buttons: ['asrepairform_merge'], paper: repairForm, wanted: () => ({ match: { repairStatus: ['submitted'] }, also: () => 't.duplicate_of_id is not null' }), row: said('customerName', 'description', 'createTime') },
  { name: 'pool', buttons: ['asregistrationform_hold'], paper: registration, wanted: () => ({ match: { registerStatus: ['registered'] }, order: 't.expect_date asc nulls last, t.id asc' }), row: said('customerName', 'content', 'expectDate') },
  { name: 'onHold', buttons: ['asregistrationform_release'], paper: registration, wanted: () => ({ match: { registerStatus: ['waiting'] }, order: 't.hold_until asc nulls last, t.id asc' }), row: said('customerName', 'content', 'holdUntil') },
  {
    name: 'certificates', buttons: ['astechnician_edit'], paper: technician, row: certificateOf,
    wanted: (reading) => ({
      also: (values) => `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= ${values.add(addDays(reading.today(), CERTIFICATE_DAYS))}::date)`,
      order: "(select min(nullif(s->>'expireDate', '')) from jsonb_array_elements(t.skills) s) asc, t.id asc",
    }),
  },
  { name: 'standards', buttons: ['asservicestandards_publish'], paper: serviceStandard, wanted: () => ({ match: { publishStatus: ['draft'] } }), row: said('standardCode', 'title', 'createTime') },
];

async function pileOf(reading: Reading, { name, paper, wanted, row }: PileOf): Promise<Pile> {
  const which = wanted(reading);
  const rows = await seen(reading, paper, { order: OLDEST, ...which, limit: SHOWN });
  return { name, count: await countSeen(reading, paper, which), rows: await Promise.all(rows.map((one) => row(one, reading))) };
}

/** Of the forms the person may see: how many came, how many were accepted and how fast, and at which hours. */
async function countsOf(reading: Reading, day: string, until: string): Promise<Record<string, number | number[]>> {
  const counted = new Parameters();
  const [one] = await reading.sql.query<{ came: number; accepted: number; minutes: string | null }>(
    `select count(*)::int as came, count(t.accept_time)::int as accepted,
       percentile_cont(0.5) within group (order by extract(epoch from t.accept_time - t.create_time) / 60) filter (where t.accept_time is not null) as minutes
     from asrepairform t where ${seenSql(reading, repairForm, counted)} and t.create_time >= ${counted.add(`${day} 00:00:00`)} and t.create_time <= ${counted.add(until)}`, counted.values);
  const hourly = new Parameters();
  const byHour = await reading.sql.query<{ hour: number; n: number }>(
    `select extract(hour from t.create_time)::int as hour, count(*)::int as n from asrepairform t
     where ${seenSql(reading, repairForm, hourly)} and t.create_time >= ${hourly.add(`${day} 00:00:00`)} and t.create_time <= ${hourly.add(`${day} 23:59:59`)} group by 1`, hourly.values);
  const hours = Array.from({ length: 24 }, (_, hour) => byHour.find((at) => at.hour === hour)?.n ?? 0);
  return { came: one.came, accepted: one.accepted, minutes: Math.round(Number(one.minutes ?? 0)), hours };
}

/** The work that waits for this person, and for who works on forms, how today goes against the same weekday a week ago at the same hour. */
export async function work(reading: Reading): Promise<Record<string, unknown>> {
  const mine: Pile[] = [];
  for (const one of piles) if (one.buttons.some((button) => reading.may(button))) mine.push(await pileOf(reading, one));
  if (!reading.may('asrepairform_edit')) return { piles: mine };
  const [today, before] = [reading.today(), addDays(reading.today(), -7)];
  return { piles: mine, today: await countsOf(reading, today, reading.now()), before: await countsOf(reading, before, `${before} ${reading.now().slice(11)}`) };
}
