import { bilingual } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { addMinutes } from '#kernel/language/days.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { QUALITY } from '#business/iot/ingest/property-check.rules.ts';
import { JUDGED_LATE } from './judged-late.rules.ts';
import { seenInWatch } from './watch.server.ts';
import { repairVerdict } from './watch-replay.rules.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { telemetryFacts } from '#business/iot/history/store/telemetry-facts.relation.ts';

type Alarm = Row<typeof alarm>;

const AT_ONCE = 200;

/** Return the technician of the last completion for a repair request; null: none. */
async function technicianOf({ sql, tenantId }: Context, repairFormId: string): Promise<string | null> {
  const [done] = await sql.query<{ id: string | null }>(
    `select c.technician_id::text as id from ${registrationFacts} r join ${completionFacts} c on c.tenant_id = r.tenant_id and c.registration_form_id = r.id and c.is_deleted = 0
     where r.tenant_id = $1 and r.repair_form_id = $2 and r.is_deleted = 0 order by c.id desc limit 1`,
    [tenantId, repairFormId],
  );
  return done?.id ?? null;
}

const alarmsOf = async (context: Context, repairFormId: string): Promise<Alarm[]> => [
  ...(await context.find(alarm, { repairFormId }, { limit: AT_ONCE })),
  ...(await context.find(alarm, { reworkFormId: repairFormId }, { limit: AT_ONCE })),
];

/**
 * Watch the devices of a finished repair: their messages decide whether it succeeded. If the repair is finished again,
 * the watch begins again.
 */
export async function watchRepaired(context: Context, repairFormId: string): Promise<void> {
  const minutes = Number(await context.parameter('iot.alarm.verifyMinutes'));
  const rows = await alarmsOf(context, repairFormId);
  if (rows.length === 0) return;
  const repairedBy = await technicianOf(context, repairFormId);
  for (const row of rows)
    await context.change(alarm, row.id, {
      verdict: 'watching',
      repairedBy,
      verifyFrom: context.now(),
      verifyUntil: addMinutes(context.now(), minutes),
      verdictTime: null,
    });
}

/** Discard watch and verdict, because the repair is no longer finished. */
export async function endWatch(context: Context, repairFormId: string): Promise<void> {
  for (const row of await alarmsOf(context, repairFormId))
    if (row.verdict !== 'none')
      await context.change(alarm, row.id, { verdict: 'none', verifyFrom: null, verifyUntil: null, verdictTime: null });
}

async function tellUnfixed(context: Context, row: Alarm): Promise<void> {
  const [zh, en] = bilingual(String(row.title));
  await context.call(sendNotice, {
    to: [],
    roles: ['as_leader', 'as_cs'],
    kind: 'system',
    title: [`没修好：${zh}`, `Not fixed: ${en}`],
    content: [
      `${row.alarmNo} 完工后遥测仍有这个故障，建议返修`,
      `${row.alarmNo}: telemetry shows the fault after the completion; a rework is due`,
    ],
    about: { paper: 'alarm', id: row.id, caption: String(row.alarmNo) },
    again: `unfixed ${row.verifyFrom}`,
  });
}

async function judge(context: Context, id: string): Promise<void> {
  const [row] = await context.lockRows(alarm, [id]);
  if (!row || !['watching', ...SAID_EARLY].includes(row.verdict ?? 'none')) return;
  const seen = await seenInWatch(context, row);
  const verdict = repairVerdict(seen, seen.isOver);
  if (!verdict || verdict === row.verdict) return;
  await context.change(alarm, id, { verdict, verdictTime: context.now() });
  if (verdict === 'unfixed') await tellUnfixed(context, row);
}

/** Verdicts that late messages can still change. */
const SAID_EARLY: readonly string[] = ['fixed', 'noData'];

/**
 * A repair to judge, with the values by which repairs are sorted. The next page begins after the last repair of the
 * page before.
 */
interface Due {
  readonly rank: number;
  readonly until: string;
  readonly id: string;
}

const FIRST: Due = { rank: -1, until: '-infinity', id: '0' };

/**
 * SQL: a page of repairs to judge. Running watches first, then ended ones with late messages; each in order of their
 * end.
 */
const DUE = `select d.id::text as id, d.rank, d.until::text as until from (
    select a.id, 0 as rank, coalesce(a.verify_until, '-infinity') as until from ${alarmFacts} a where a.tenant_id = $1 and a.is_deleted = 0 and a.verdict = 'watching'
    union all select a.id, 1 as rank, a.verify_until as until from ${alarmFacts} a where a.tenant_id = $1 and a.is_deleted = 0 and a.verdict in ('fixed', 'noData')
      and a.verify_until > $2::timestamptz - interval '${JUDGED_LATE}'
      and exists (select 1 from ${telemetryFacts} m where m.tenant_id = $1 and m.device_id = a.device_id and m.ts > a.verify_from and m.ts <= a.verify_until and m.meta & ${QUALITY.late} <> 0)
  ) d where (d.rank, d.until, d.id) > ($3::integer, $4::timestamptz, $5::bigint) order by d.rank, d.until, d.id limit ${AT_ONCE}`;

/**
 * Judge the watched repairs. A message that shows the fault decides at once; success is decided at the end of the
 * watch.
 */
export async function judgeRepairs({ step, each }: TimedSteps): Promise<void> {
  let last: Due | undefined = FIRST;
  while (last) {
    const { rank, until, id } = last;
    const page: readonly Due[] = await step((context) =>
      context.sql.query<Due>(DUE, [context.tenantId, context.now(), rank, until, id]),
    );
    await each(
      page.map((one) => one.id),
      judge,
    );
    last = page.length < AT_ONCE ? undefined : page.at(-1);
  }
}
