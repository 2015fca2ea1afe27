import { addDays } from '#kernel/language/days.ts';
import { type Context, type Fragment, shared, sql } from '#kernel/server';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';
import { SYMPTOM_NAMES, type Symptoms } from './guess.rules.ts';
import type { RankDay } from './month-rank.rules.ts';
import { OUTDOOR_NAMES, type RankSpec, figureOf, meanOf } from './rank-spec.rules.ts';

/** A device to rank, with its place. */
export interface PlacedDevice {
  readonly id: string;
  readonly modelId: string;
  readonly category: string;
  readonly intervalSec: number;
  readonly area: number | null;
  readonly city: string;
  readonly estate: string;
  readonly team: string;
}

/** Return the devices of a spec that belong to homes. */
export const devicesToRank = (context: Context, { categories }: RankSpec): Promise<PlacedDevice[]> =>
  context.sql.query<PlacedDevice>(
    `select d.id::text as id, d.model_id::text as "modelId", m.category, coalesce(m.report_interval_sec, 60) as "intervalSec",
       a.area_size::float8 as area, coalesce(left(a.area_code, 4), '') as city, coalesce(a.project_name, '') as estate, coalesce(p.customer_service_team, '') as team
     from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     left join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
     left join ${premisesFacts} p on p.tenant_id = a.tenant_id and p.id = a.premises_id
     where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null and m.category = any($2::text[]) order by d.id`,
    [context.tenantId, categories],
  );

const MIN_COVERAGE = 0.95;
const DUE_PER_HOUR = 4;

/** Return the share of a day with messages: one is due each quarter of an hour, or each reporting interval if longer. */
const coverageOf = ({ counts }: DayFigures, intervalSec: number): number =>
  Math.min(1, (counts[0] ?? 0) / (24 * Math.min(DUE_PER_HOUR, 3600 / intervalSec)));

function rankDay(spec: RankSpec, day: DayFigures, intervalSec: number): RankDay | null {
  const [above, below] = [spec.above(day), spec.below(day)];
  if (coverageOf(day, intervalSec) < MIN_COVERAGE || above === null || below === null) return null;
  if (below <= 0 || below < spec.least || above < 0) return null;
  return { above, below, outdoor: OUTDOOR_NAMES.map((name) => meanOf(day, name)).find((one) => one !== null) ?? null };
}

const difference = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other;

const symptomsOf = (day: DayFigures): Symptoms => ({
  flow: meanOf(day, 'flow'),
  spread: difference(meanOf(day, 'outletTemp'), meanOf(day, 'inletTemp')),
  pressLow: meanOf(day, 'pressLow'),
  defrosts: figureOf(day, 'defrosting')?.starts ?? null,
  starts: figureOf(day, 'powerSwitch')?.starts ?? null,
  auxHours: ((seconds) => (seconds === undefined ? null : seconds / 3600))(figureOf(day, 'auxHeat')?.onSec),
  outlet: meanOf(day, 'outletTemp'),
});

/** Days of a device: amounts where the day is complete, symptoms where they were read. */
export interface ReadDevice {
  readonly days: readonly (RankDay | null)[];
  readonly symptoms: readonly (Symptoms | null)[];
  /** Share of the days with data. */ readonly coverage: number;
}

/** Read the days of some devices. `isSymptoms`: symptoms too. */
export async function readRankDays(
  { sql: reader, tenantId }: Context,
  devices: readonly PlacedDevice[],
  {
    spec,
    days,
    isSymptoms,
  }: { readonly spec: RankSpec; readonly days: readonly string[]; readonly isSymptoms: boolean },
): Promise<Map<string, ReadDevice>> {
  const names = new Set<string>([...spec.names, ...OUTDOOR_NAMES, ...(isSymptoms ? SYMPTOM_NAMES : [])]);
  const counted = await countedDaysOf(reader, tenantId, { ids: devices.map(({ id }) => id), days, names });
  return new Map(
    devices.map(({ id, intervalSec }) => {
      const mine = days.map((day) => counted.get(id)?.get(day));
      const covered = mine.reduce((all, day) => all + (day ? coverageOf(day, intervalSec) : 0), 0);
      return [
        id,
        {
          days: mine.map((day) => (day ? rankDay(spec, day, intervalSec) : null)),
          symptoms: isSymptoms ? mine.map((day) => (day ? symptomsOf(day) : null)) : [],
          coverage: days.length ? covered / days.length : 0,
        },
      ];
    }),
  );
}

/** A finished repair of a device. */
export interface Repaired {
  readonly id: string;
  readonly day: string;
}

const REPAIRED_DAYS = 60;

/**
 * SQL: the row `r` of the ranking was computed from days of the present family of its device `t`. Days of a device begin
 * on the day after the family got it (`countedDaysOf`).
 */
export const OF_PRESENT_FAMILY = '(t.owned_since is null or r.until > t.owned_since::date)';

/** Return the SQL of requests in some states, by device: from its machine, its alarms, or the ranking. */
export function requestsIn(tenantId: string, states: readonly string[]): Fragment {
  const [tenant, some] = [shared(tenantId), shared(states)];
  return sql`select q.instance_id as device_id, f.id from ${repairFormFacts} f join ${equipmentFacts} q on q.tenant_id = f.tenant_id and q.id = f.equipment_id
      where f.tenant_id = ${tenant} and f.is_deleted = 0 and q.instance_id is not null and f.repair_status = any(${some})
    union select a.device_id, f.id from ${repairFormFacts} f join ${alarmFacts} a on a.tenant_id = f.tenant_id and a.repair_form_id = f.id
      where f.tenant_id = ${tenant} and f.is_deleted = 0 and a.device_id is not null and f.repair_status = any(${some})
    union select o.device_id, f.id from ${repairFormFacts} f join analysis_rank_order o on o.tenant_id = f.tenant_id and o.repair_form_id = f.id
      where f.tenant_id = ${tenant} and f.is_deleted = 0 and f.repair_status = any(${some})`;
}

/** Return the last repair of each device that was finished within sixty days. */
export async function repairedDevices(context: Context): Promise<Map<string, Repaired>> {
  const rows = await context.sql.query<{ deviceId: string; id: string; day: string }>(
    sql`select distinct on (x.device_id) x.device_id::text as "deviceId", f.id::text as id, to_char(f.update_time, 'YYYY-MM-DD') as day
     from (${requestsIn(context.tenantId, ['finished', 'closed'])}) x join ${repairFormFacts} f on f.tenant_id = ${context.tenantId} and f.id = x.id
     where f.update_time >= ${addDays(context.today(), -REPAIRED_DAYS)}::date order by x.device_id, f.id desc`,
  );
  return new Map(rows.map(({ deviceId, id, day }) => [deviceId, { id, day }]));
}
