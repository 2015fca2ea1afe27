import { type App, type Tenancy, dropSpansBefore, everyCompany } from '#kernel/server';
import { utcDay } from './message-span.rules.ts';
import { HOT_DAYS } from './telemetry-tables.server.ts';

const DAY_MS = 86_400_000;
/**
 * Minimal retention in days. Days are packed after up to three days, so a shorter retention would lose them unpacked.
 */
const MIN_DAYS = 7;
/** Minimal age of a partition to drop, in days: late messages still need the partition of their month. */
const MIN_PART_DAYS = HOT_DAYS + 2;
/** Number of devices in one statement. */
const AT_ONCE = 500;

/** Tables with a retention: the column of the model overrides the parameter of the company. Both are days. */
const KEPT = [
  { table: 'iot_telemetry_pack', parameter: 'iot.history.messageDays', column: 'data_retention_days' },
  { table: 'iot_hours', parameter: 'iot.history.hourDays', column: 'rollup_retention_days' },
] as const;
type Kept = (typeof KEPT)[number];

/** Return the devices of a company, removed ones too, grouped by their retention in days. */
async function devicesByDays(
  app: App,
  tenancy: Tenancy,
  { parameter, column }: Kept,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { tenantId } = tenancy;
  const days = Number(await app.ports.parameter(tenantId, parameter));
  const rows = await app.db.read(tenancy, (sql) =>
    sql.query<{ days: number; ids: string[] }>(
      `select greatest(coalesce(m.${column}, $2::integer), ${MIN_DAYS}) as days, array_agg(d.id::text order by d.id) as ids
       from iot_device d left join iot_thing_model m on m.tenant_id = $1 and m.id = d.model_id where d.tenant_id = $1 group by 1`,
      [tenantId, Number.isFinite(days) ? days : null],
    ),
  );
  return new Map(rows.map((row) => [row.days, row.ids]));
}

async function removeBefore(
  app: App,
  tenancy: Tenancy,
  { table, before, ids }: { readonly table: string; readonly before: string; readonly ids: readonly string[] },
  breathe: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const [{ n }] = await app.db.write(tenancy, (sql) =>
      sql.query<{ n: number }>(
        `with gone as (delete from ${table} where tenant_id = $1 and device_id = any($2::bigint[]) and day < $3::date returning 1) select count(*)::int as n from gone`,
        [tenancy.tenantId, ids.slice(at, at + AT_ONCE), before],
      ),
    );
    if (n > 0) await breathe();
  }
}

interface CompanyDevices {
  readonly tenancy: Tenancy;
  readonly byDays: ReadonlyMap<number, readonly string[]>;
}

async function companiesOf(app: App, retention: Kept): Promise<CompanyDevices[]> {
  const companies: CompanyDevices[] = [];
  for (const tenantId of await everyCompany(app)) {
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    companies.push({ tenancy, byDays: await devicesByDays(app, tenancy, retention) });
  }
  return companies.filter(({ byDays }) => byDays.size > 0);
}

async function dropOld(app: App, retention: Kept, breathe: () => Promise<void>): Promise<number> {
  const now = app.clock.ms();
  const companies = await companiesOf(app, retention);
  if (companies.length === 0) return 0;
  const longest = Math.max(MIN_PART_DAYS, ...companies.flatMap(({ byDays }) => [...byDays.keys()]));
  const dropped = await dropSpansBefore(app.db, retention.table, now - longest * DAY_MS);
  const shorter = companies.flatMap(({ tenancy, byDays }) =>
    [...byDays].filter(([days]) => days < longest).map(([days, ids]) => ({ tenancy, days, ids })),
  );
  for (const { tenancy, days, ids } of shorter)
    await removeBefore(app, tenancy, { table: retention.table, before: utcDay(now - days * DAY_MS), ids }, breathe);
  return dropped;
}

/**
 * Delete expired history. A partition is dropped when it has expired for all devices; shorter retentions delete rows.
 * Return the number of dropped partitions.
 */
export async function dropOldHistory(app: App, breathe: () => Promise<void>): Promise<number> {
  let dropped = 0;
  for (const retention of KEPT) dropped += await dropOld(app, retention, breathe);
  return dropped;
}
