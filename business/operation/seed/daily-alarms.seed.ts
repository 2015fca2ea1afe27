import { must, mustFind } from '#kernel/language/must.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, inZone, instantIn } from '#kernel/server';
import { keepAlarms } from '#business/iot/alarms/alarm/alarm-clock.server.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { settleDeviceLevels } from '#business/iot/alarms/alarm/device-level.server.ts';
import { builtInCodes } from '#business/iot/alarms/built-in/built-in-rows.rules.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { openKeyOf } from '#business/iot/alarms/raise/raise-alarms.server.ts';
import { alarmRule } from '#business/iot/alarms/rules/alarm-rule.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { type FaultyMachine, type LiveFault, faultsOfDay } from '#business/iot/alarms/built-in/live-faults.rules.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';

const ZONE = 'Asia/Shanghai';
const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
/** Maximal duration of a simulated fault, in days. */
const MAX_DAYS = 2;
/** Minutes after which the operator confirms an alarm. */
const CONFIRMED_AFTER = 25;

const msOf = (moment: string): number => must(instantIn(moment, ZONE), moment);

type Device = Row<typeof device>;

/** Rows that the alarms refer to. */
interface Known {
  readonly devices: ReadonlyMap<string, Device>;
  readonly machines: readonly FaultyMachine[];
  readonly codes: readonly Row<typeof troubleCode>[];
  readonly rules: readonly Row<typeof alarmRule>[];
  /** Alarms that have the key of an open one: recovered ones too, until they are confirmed. */
  readonly open: readonly Row<typeof alarm>[];
  /** Start of the newest alarm by a rule; undefined: none. */ readonly last: string | undefined;
}

async function readKnown(context: Context): Promise<Known> {
  const models = new Map((await context.find(thingModel, {})).map((row) => [row.id, row.modelCode]));
  const rows = (await context.find(device, { instanceStatus: 'active' }, { limit: 5000 })).filter(
    ({ householdId }) => householdId,
  );
  const [last] = await context.sql.query<{ last: string | null }>(
    `select to_char(max(start_time), 'YYYY-MM-DD HH24:MI:SS') as last from ${alarm.table} where tenant_id = $1 and rule_id is not null`,
    [context.tenantId],
  );
  return {
    devices: new Map(rows.map((row) => [row.deviceKey, row])),
    machines: rows.map(({ householdId, deviceKey, modelId }) => ({
      home: String(householdId),
      deviceKey,
      modelCode: models.get(String(modelId)) ?? '',
    })),
    codes: await context.find(troubleCode, {}, { limit: 1000 }),
    rules: await context.find(alarmRule, {}, { limit: 1000 }),
    open: (await context.find(alarm, { alarmStatus: ['active', 'confirmed', 'recovered'] }, { limit: 1000 })).filter(
      ({ openKey }) => openKey,
    ),
    last: last?.last ?? undefined,
  };
}

/** Return all faults that begin between two moments (milliseconds). */
const faultsBetween = (machines: readonly FaultyMachine[], from: number, to: number): LiveFault[] =>
  Array.from({ length: Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS) + 1 }, (_, nth) =>
    faultsOfDay(Math.floor(from / DAY_MS) + nth, machines, builtInCodes),
  )
    .flat()
    .filter((one) => one.from > from && one.from <= to);

/** Return the state fields of an alarm as of the present time of the demo. */
function stateOf(start: string, end: string, { now, users }: DemoWorld): Partial<Row<typeof alarm>> {
  if (end <= now) return { alarmStatus: 'closed', lastTime: end, faultTime: end, recoverTime: end };
  const confirmTime = addMinutes(start, CONFIRMED_AFTER);
  const open = { lastTime: now, faultTime: now };
  if (confirmTime >= now) return { alarmStatus: 'active', ...open };
  const confirmUser = mustFind(users, (user) => user.role === 'as_operator').id;
  return { alarmStatus: 'confirmed', ...open, confirmUser, confirmTime };
}

/** Return the row of an alarm for a fault; null: the device has no such rule, or was bound later. */
function alarmOf(
  fault: LiveFault,
  { devices, codes, rules }: Known,
  world: DemoWorld,
): Partial<Row<typeof alarm>> | null {
  const of = devices.get(fault.deviceKey);
  const builtIn = mustFind(builtInCodes, (one) => one.code === fault.code);
  const ruleCode = `${fault.code.toLowerCase()}_${builtIn.category}`;
  const isFor = ({ modelId }: { modelId: string | null }): boolean => !modelId || modelId === of?.modelId;
  const rule = rules.find((one) => one.ruleCode === ruleCode && isFor(one));
  const [start, end] = [fault.from, fault.until].map((ms) => inZone(ms, ZONE));
  if (!of || !rule || (of.ownedSince && of.ownedSince > start)) return null;
  const code = codes.find((one) => one.code === fault.code && isFor(one));
  return {
    deviceId: of.id,
    modelId: of.modelId,
    householdId: of.householdId,
    roomAddressId: of.roomAddressId,
    gatewayId: of.parentId,
    ruleId: rule.id,
    ruleCode,
    alarmType: rule.alarmType,
    level: builtIn.level,
    troubleCode: fault.code,
    troubleCodeId: code?.id ?? null,
    title: storedText([`${fault.code} ${builtIn.name[0]}`, `${fault.code} ${builtIn.name[1]}`], 90),
    startTime: start,
    repeatCount: 1,
    autoRepair: 'no',
    safety: false,
    verdict: 'none',
    openKey: end > world.now ? openKeyOf(of.id, rule.id) : null,
    ...stateOf(start, end, world),
  };
}

/** End open alarms whose faults are over by now. */
async function recover(world: DemoWorld, { open, machines, devices }: Known): Promise<void> {
  const now = msOf(world.now);
  const ended = new Map(
    faultsBetween(machines, now - (MAX_DAYS + 1) * DAY_MS, now)
      .filter((one) => one.until <= now)
      .map((one) => [`${devices.get(one.deviceKey)?.id} ${inZone(one.from, ZONE)}`, one]),
  );
  for (const row of open) {
    const fault = ended.get(`${row.deviceId} ${row.startTime}`);
    if (!fault || row.alarmStatus === 'recovered') continue;
    const recoverTime = inZone(fault.until, ZONE);
    await world.product(recoverTime, (context) =>
      row.alarmStatus === 'active'
        ? context.move(alarm, row.id, 'recovered', 'clear', { recoverTime, lastTime: recoverTime })
        : context.move(alarm, row.id, 'closed', 'clear', { recoverTime, lastTime: recoverTime, openKey: null }),
    );
  }
}

/** Create the alarms of simulated faults since the newest alarm. Messages of the past are not created. */
export async function seedDailyAlarms(world: DemoWorld): Promise<void> {
  const known = await world.product(world.now, readKnown);
  const now = msOf(world.now);
  const since = known.last ? msOf(known.last) : now - Math.round(world.months * MONTH_DAYS) * DAY_MS;
  await recover(world, known);
  const taken = new Set(known.open.map(({ openKey }) => openKey));
  for (const fault of faultsBetween(known.machines, since, now)) {
    const row = alarmOf(fault, known, world);
    if (!row) continue;
    if (row.openKey && taken.has(row.openKey)) continue;
    taken.add(row.openKey ?? null);
    await world.product(inZone(fault.from, ZONE), (context) => context.append(alarm, [row]));
  }
  await world.product(world.now, async (context) => {
    await keepAlarms({ step: (work) => work(context) });
    await settleDeviceLevels(
      context,
      [...known.devices.values()].map(({ id }) => id),
    );
  });
}
