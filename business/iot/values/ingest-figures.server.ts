import { decide } from '#kernel/language/permission.ts';
import { type PartFacts, type Route, http, implementRoute, readParts, readingOf, raw, sql } from '#kernel/server';
import { ingestReject } from '../records/ingest-reject.paper.ts';
import { type PastRange, mergedPast, readPast } from '../ingest/part/past-facts.rules.ts';
import { type IngestFigures, ingestFigures } from './values.calls.ts';

type Part = IngestFigures['parts'][number];

/** Refused messages `t` of a company, without those from before the present family of their device. */
const OF_FAMILY = `left join iot_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
  where t.tenant_id = $1 and t.is_deleted = 0 and (d.owned_since is null or t.reject_time >= d.owned_since)`;
const LAST_REJECTS = 8;

/** Returns figures on the intake of messages: reports of the processes, and counts from the tables. */
export const ingestFiguresRoute = (): Route =>
  implementRoute(ingestFigures, async ({ range }, call) => {
    const { app, actor } = call;
    if (!decide(actor.person, ingestReject, 'view').allow) throw http.forbidden();
    const parts = await app.db.platform((sql) => readParts(sql, app.clock.ms()));
    return readingOf(call, async (reading) => {
      const { sql: connection, tenantId } = reading;
      const states = await connection.query<{ state: string; n: number }>(
        `select coalesce(online_status, 'unknown') as state, count(*)::int as n from iot_device
         where tenant_id = $1 and is_deleted = 0 and instance_status <> 'retired' group by 1`,
        [tenantId],
      );
      const count = (state: string): number => states.find((one) => one.state === state)?.n ?? 0;
      const minutes = await connection.query<{ back: number; n: number }>(
        `select floor(extract(epoch from to_timestamp($2::float8 / 1000) - ts) / 60)::int as back, count(*)::int as n from iot_telemetry
         where tenant_id = $1 and ts > to_timestamp($2::float8 / 1000) - interval '60 minutes' and ts <= to_timestamp($2::float8 / 1000) group by 1`,
        [tenantId, app.clock.ms()],
      );
      const perMinute = Array.from({ length: 60 }, (_, at) => minutes.find((one) => one.back === 59 - at)?.n ?? 0);
      // Ids rise with time: the bound keeps both counts to the rows of the day.
      const refused = await connection.query<{ back: number; n: number }>(
        `select floor(extract(epoch from to_timestamp($2::float8 / 1000) - t.reject_time) / 60)::int as back, count(*)::int as n
         from iot_ingest_reject t ${OF_FAMILY} and t.id >= ($2::bigint - 3600000 - 1577836800000) << 21
           and t.reject_time > to_timestamp($2::float8 / 1000) - interval '60 minutes' and t.reject_time <= to_timestamp($2::float8 / 1000) group by 1`,
        [tenantId, app.clock.ms()],
      );
      const [{ n: rejectsToday }] = await connection.query<{ n: number }>(
        `select count(*)::int as n from iot_ingest_reject t ${OF_FAMILY}
           and t.id >= ((extract(epoch from $2::timestamptz) * 1000)::bigint - 1577836800000) << 21 and t.reject_time >= $2::timestamptz`,
        [tenantId, `${reading.today()} 00:00:00`],
      );
      const slowest = await connection.query<{ id: string; name: string; at: number | null }>(
        `select d.id::text as id, d.device_name as name, (extract(epoch from l.ts) * 1000)::float8 as at
         from iot_device d left join iot_device_latest l on l.device_id = d.id and l.tenant_id = d.tenant_id and (d.owned_since is null or l.ts >= d.owned_since)
         where d.tenant_id = $1 and d.is_deleted = 0 and d.online_status = 'online' order by l.ts nulls first limit 8`,
        [tenantId],
      );
      const rejects = reading.visible(ingestReject);
      const lastRejects = await connection.query<IngestFigures['lastRejects'][number]>(
        sql`select t.id::text as id, (extract(epoch from coalesce(t.reject_time, t.create_time)) * 1000)::float8 as at, coalesce(t.reason, '') as reason, coalesce(t.device_id::text, '') as "deviceId",
           coalesce(d.device_name, '') as "deviceName", coalesce(t.topic, '') as topic, coalesce(t.identifier, '') as identifier, coalesce(t.detail, '') as detail
         from iot_ingest_reject t left join iot_device d on d.id = t.device_id and d.tenant_id = t.tenant_id
         where ${await rejects.sql()} and (d.owned_since is null or t.reject_time >= d.owned_since) order by t.id desc limit ${raw(LAST_REJECTS)}`,
      );
      return {
        lastRejects: lastRejects.map((one) => rejects.present(one)),
        parts: parts.filter((one) => one.name === 'devices').map(partOf),
        past: range === 'day' || range === 'week' ? pastOf(parts, range) : [],
        history: historyOf(parts.find((one) => one.name === 'history')?.facts),
        online: count('online'),
        offline: count('offline'),
        unknown: count('unknown'),
        perMinute,
        rejectsPerMinute: Array.from({ length: 60 }, (_, at) => refused.find((one) => one.back === 59 - at)?.n ?? 0),
        rejectsToday,
        slowest,
      };
    });
  });

/** Return the past of all processes of devices as one. */
const pastOf = (parts: readonly Pick<PartFacts, 'name' | 'facts'>[], range: PastRange): IngestFigures['past'] =>
  mergedPast(
    parts.filter(({ name }) => name === 'devices').map(({ facts }) => readPast(facts.past)),
    range,
  ).map(([at, lines, commitMs, oldestMs, spooled, messages, refused]) => ({
    at,
    lines,
    commitMs,
    oldestMs,
    spooled,
    messages,
    refused,
  }));

/** Return the figures of the process part `history`; null: it is not running. */
function historyOf(facts: Readonly<Record<string, unknown>> | undefined): IngestFigures['history'] {
  if (!facts) return null;
  const past = (facts.past ?? {}) as Readonly<Record<string, unknown>>;
  return {
    packed: Number(facts.packedMessages ?? 0),
    counted: Number(facts.countedHours ?? 0),
    homes: Number(past.homes ?? 0),
    homesDone: Number(past.done ?? 0),
  };
}

/** Convert what a process reports. It may run another version of the product, so missing figures become empty or 0. */
function partOf({
  name,
  host,
  pid,
  at,
  facts,
}: {
  name: string;
  host: string;
  pid: number;
  at: number;
  facts: Readonly<Record<string, unknown>>;
}): Part {
  const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
  const map = (value: unknown): Readonly<Record<string, number>> => (value ?? {}) as Readonly<Record<string, number>>;
  return {
    name,
    host,
    pid,
    at,
    listeners: list<Part['listeners'][number]>(facts.listeners).map((one) => ({
      ...one,
      lines: one.lines ?? 0,
      messages: one.messages ?? 0,
    })),
    lines: Number(facts.lines ?? 0),
    devices: Number(facts.devices ?? 0),
    lanes: list<Part['lanes'][number]>(facts.lanes).map((one) => ({
      ...one,
      commitP50Ms: one.commitP50Ms ?? one.lastCommitMs,
      commitP99Ms: one.commitP99Ms ?? one.lastCommitMs,
      oldestMs: one.oldestMs ?? 0,
    })),
    counts: map(facts.counts),
    rejects: map(facts.rejects),
    memory: Number(facts.memory ?? 0),
    hour: list(facts.hour),
  };
}
