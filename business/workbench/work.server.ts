import { piece } from '#business/piecework/pieces/piece.paper.ts';
import { wageDispute } from '#business/piecework/wages/wage-dispute.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server/context.ts';
import { Parameters } from '#kernel/server/list/filter.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { CERTIFICATE_DAYS, endingBefore } from '#business/masterdata/people/technician/certificates.rules.ts';
import { type TechnicianSkill, technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import {
  type VisibleRow,
  type VisibleQuery,
  countVisible,
  visibleRows,
  visibleSql,
} from '#business/masterdata/people/visible-rows.server.ts';
import { serviceStandard } from '#business/masterdata/standards/service-standard/service-standard.paper.ts';
import type { Pile, PileRow } from '#business/intake/desk/answers.ts';

/** What waits, for those who hold one of the buttons that do something about it, and how a row of it reads. */
interface PileOf {
  readonly name: string;
  readonly buttons: readonly string[];
  readonly paper: AnyPaper;
  readonly wanted: (reading: Reading) => Omit<VisibleQuery, 'limit'>;
  readonly row: (one: VisibleRow, reading: Reading) => Told | Promise<Told>;
}

type Told = Omit<PileRow, 'late'>;

/** A day is over when the next one begins, a moment at once. */
const judged = (row: Told, now: string): PileRow => ({
  ...row,
  late: row.when !== '' && row.when < now.slice(0, row.when.length),
});

const OLDEST = 't.create_time asc, t.id asc';
const SHOWN = 3;

const said =
  (who: string, words: string, when: string) =>
  (one: VisibleRow): Told => ({
    id: one.id,
    who: String(one[who] ?? ''),
    words: String(one[words] ?? ''),
    when: String(one[when] ?? ''),
  });

/** The certificate that ends first, by the name of its skill. */
async function certificateOf(one: VisibleRow, reading: Reading): Promise<Told> {
  const [first] = endingBefore((one.skills ?? []) as TechnicianSkill[], addDays(reading.today(), CERTIFICATE_DAYS));
  const [held] = first ? await reading.find(skill, { id: first.skillId }, 1) : [];
  return {
    id: one.id,
    who: String(one.realName),
    words: (held && reading.present(skill, held).certificateName) || held?.skillName || '',
    when: first?.expireDate ?? '',
  };
}

const piles: readonly PileOf[] = [
  {
    name: 'toAccept',
    buttons: ['asrepairform_accept'],
    paper: repairForm,
    wanted: () => ({ match: { repairStatus: ['submitted'] } }),
    row: said('customerName', 'description', 'createTime'),
  },
  {
    name: 'urges',
    buttons: ['asurgevisit_answer', 'asurgevisit_answerEscalated'],
    paper: urge,
    wanted: () => ({
      match: { urgeStatus: ['open', 'escalated'] },
      order: 't.reply_deadline asc nulls last, t.id asc',
    }),
    row: said('customerName', 'content', 'replyDeadline'),
  },
  {
    name: 'suspects',
    buttons: ['asrepairform_merge'],
    paper: repairForm,
    wanted: () => ({ match: { repairStatus: ['submitted'] }, also: () => 't.duplicate_of_id is not null' }),
    row: said('customerName', 'description', 'createTime'),
  },
  {
    name: 'pool',
    buttons: ['asregistrationform_hold'],
    paper: registration,
    wanted: () => ({ match: { registerStatus: ['registered'] }, order: 't.expect_date asc nulls last, t.id asc' }),
    row: said('customerName', 'content', 'expectDate'),
  },
  {
    name: 'onHold',
    buttons: ['asregistrationform_release'],
    paper: registration,
    wanted: () => ({ match: { registerStatus: ['waiting'] }, order: 't.hold_until asc nulls last, t.id asc' }),
    row: said('customerName', 'content', 'holdUntil'),
  },
];

/** What has time: it comes after the day's own work. */
const later: readonly PileOf[] = [
  {
    name: 'certificates',
    buttons: ['astechnician_edit'],
    paper: technician,
    row: certificateOf,
    wanted: (reading) => ({
      also: (values) =>
        `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= ${values.add(addDays(reading.today(), CERTIFICATE_DAYS))}::date)`,
      order: "(select min(nullif(s->>'expireDate', '')) from jsonb_array_elements(t.skills) s) asc, t.id asc",
    }),
  },
  {
    name: 'standards',
    buttons: ['asservicestandards_publish'],
    paper: serviceStandard,
    wanted: () => ({ match: { publishStatus: ['draft'] } }),
    row: said('standardCode', 'title', 'createTime'),
  },
];

/** What waits of any room, as its own list shows it: names beside the ids, personal data masked. */
interface Listed {
  readonly name: string;
  readonly paper: AnyPaper;
  /** The action that works it off. */ readonly by: string;
  readonly query: Readonly<Record<string, string>>;
  readonly who: string;
  readonly words: string;
  readonly when: string;
}

const listed: readonly Listed[] = [
  {
    name: 'visitsToConfirm',
    paper: visit,
    by: 'confirm',
    query: { taskStatus: 'finished,partial', ascs: 'finishTime' },
    who: 'technicianId',
    words: 'registrationFormId',
    when: 'finishTime',
  },
  {
    name: 'delays',
    paper: delay,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'newTime' },
    who: 'customerName',
    words: 'reasonDetail',
    when: 'newTime',
  },
  {
    name: 'completionsToCheck',
    paper: completion,
    by: 'pass',
    query: { completeStatus: 'submitted', ascs: 'endTime' },
    who: 'customerName',
    words: 'maintenanceContent',
    when: 'endTime',
  },
  {
    name: 'cashToTakeOver',
    paper: collection,
    by: 'handOver',
    query: { transmitStatus: 'none', ascs: 'collectTime' },
    who: 'technicianId',
    words: 'amount',
    when: 'collectTime',
  },
  {
    name: 'moneyToApprove',
    paper: collection,
    by: 'approve',
    query: { approvalStatus: 'none', ascs: 'collectTime' },
    who: 'customerName',
    words: 'amount',
    when: 'collectTime',
  },
  {
    name: 'piecesToAffirm',
    paper: piece,
    by: 'affirm',
    query: { pieceStatus: 'toAffirm', ascs: 'finishDate' },
    who: 'customerName',
    words: 'pieceNo',
    when: 'finishDate',
  },
  {
    name: 'piecesToAudit',
    paper: piece,
    by: 'check',
    query: { pieceStatus: 'pending', ascs: 'finishDate' },
    who: 'customerName',
    words: 'pieceNo',
    when: 'finishDate',
  },
  {
    name: 'disputes',
    paper: wageDispute,
    by: 'accept',
    query: { disputeStatus: 'open', ascs: 'createTime' },
    who: 'technicianName',
    words: 'note',
    when: 'createTime',
  },
  {
    name: 'wageLines',
    paper: wageLine,
    by: 'approve',
    query: { lineStatus: 'draft', ascs: 'createTime' },
    who: 'technicianId',
    words: 'reason',
    when: 'createTime',
  },
  {
    name: 'leaves',
    paper: leaveForm,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'startTime' },
    who: 'technicianId',
    words: 'reason',
    when: 'startTime',
  },
  {
    name: 'adjustments',
    paper: stockAdjustment,
    by: 'approve',
    query: { adjustStatus: 'draft', ascs: 'createTime' },
    who: 'warehouseId',
    words: 'reason',
    when: 'createTime',
  },
];

async function listedPile(reading: Reading, { name, paper, query, who, words, when }: Listed): Promise<Pile> {
  const { records, total } = (await reading.page(paper, { ...query, size: String(SHOWN) })) as {
    records: (VisibleRow & { _names?: Record<string, string> })[];
    total: number;
  };
  const shown = (one: (typeof records)[number], field: string): string =>
    String(one._names?.[field] ?? one[field] ?? '');
  return {
    name,
    count: total,
    rows: records.map((one) =>
      judged({ id: one.id, who: shown(one, who), words: shown(one, words), when: shown(one, when) }, reading.now()),
    ),
  };
}

async function pileOf(reading: Reading, { name, paper, wanted, row }: PileOf): Promise<Pile> {
  const which = wanted(reading);
  const rows = await visibleRows(reading, paper, { order: OLDEST, ...which, limit: SHOWN, first: true });
  return {
    name,
    count: await countVisible(reading, paper, which),
    rows: await Promise.all(rows.map(async (one) => judged(await row(one, reading), reading.now()))),
  };
}

/** Of the forms the person may see: how many came, how many were accepted and how fast, and at which hours. */
async function countsOf(reading: Reading, day: string, until: string): Promise<Record<string, number | number[]>> {
  const counted = new Parameters();
  const [one] = await reading.sql.query<{ came: number; accepted: number; minutes: string | null }>(
    `select count(*)::int as came, count(t.accept_time)::int as accepted,
       percentile_cont(0.5) within group (order by extract(epoch from t.accept_time - t.create_time) / 60) filter (where t.accept_time is not null) as minutes
     from asrepairform t where ${visibleSql(reading, repairForm, counted)} and t.create_time >= ${counted.add(`${day} 00:00:00`)} and t.create_time <= ${counted.add(until)}`,
    counted.values,
  );
  const hourly = new Parameters();
  const byHour = await reading.sql.query<{ hour: number; n: number }>(
    `select extract(hour from t.create_time)::int as hour, count(*)::int as n from asrepairform t
     where ${visibleSql(reading, repairForm, hourly)} and t.create_time >= ${hourly.add(`${day} 00:00:00`)} and t.create_time <= ${hourly.add(`${day} 23:59:59`)} group by 1`,
    hourly.values,
  );
  const hours = Array.from({ length: 24 }, (_, hour) => byHour.find((at) => at.hour === hour)?.n ?? 0);
  return { came: one.came, accepted: one.accepted, minutes: Math.round(Number(one.minutes ?? 0)), hours };
}

/** The work that waits for this person, and for who works on forms, how today goes against the same weekday a week ago at the same hour. */
export async function work(reading: Reading): Promise<Record<string, unknown>> {
  const mine: Pile[] = [];
  for (const one of piles) if (one.buttons.some((button) => reading.may(button))) mine.push(await pileOf(reading, one));
  for (const one of listed) if (reading.may(buttonOf(one.paper, one.by))) mine.push(await listedPile(reading, one));
  for (const one of later) if (one.buttons.some((button) => reading.may(button))) mine.push(await pileOf(reading, one));
  if (!reading.may('asrepairform_edit')) return { piles: mine };
  const [today, before] = [reading.today(), addDays(reading.today(), -7)];
  return {
    piles: mine,
    today: await countsOf(reading, today, reading.now()),
    before: await countsOf(reading, before, `${before} ${reading.now().slice(11)}`),
  };
}
