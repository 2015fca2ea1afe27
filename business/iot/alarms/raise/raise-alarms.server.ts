import type { AlarmWorld } from './alarm-effect.server.ts';
import type { AlarmEffect } from './alarm-effect.server.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, inZone } from '#kernel/server';
import { secondsBetween } from '#kernel/language/days.ts';
import { alarm } from '../alarm/alarm.paper.ts';
import { settleDeviceLevels } from '../alarm/device-level.server.ts';
import { alarmDetail, alarmTitle } from './alarm-words.rules.ts';
import { type RaisedFrame, storedFrame } from './stored-frame.rules.ts';
import { type LiftedAlarm, announceLifted, isLiveFault, liftLate } from './lift-late.server.ts';
import { silencerOf } from './silencer.server.ts';
import { type DeviceHome, DeviceHomes, endElsewhere, placeNewAlarms } from './device-homes.server.ts';
import { StormWatch } from './storm.server.ts';
import { premisesOfHomes } from './premises-of-homes.service.ts';

type Alarm = Row<typeof alarm>;

/** Unique key of the open alarm of a device and a rule: there is at most one. */
export const openKeyOf = (deviceId: string, ruleId: string): string => `${deviceId}:${ruleId}`;

/** Return the fields of a new alarm, before suppression is checked. */
function draftOf(
  { rule, level, at, device, entry, values, cause, isLate }: AlarmEffect,
  world: AlarmWorld,
  { householdId, roomAddressId }: DeviceHome,
): Partial<Alarm> {
  const version = world.versionOf(device);
  const attributeOf = (name: string) => version.properties.get(name)?.schema.attribute;
  const { of } = rule;
  const when = inZone(at, world.zone);
  const shown = { ...entry.latest, ...values };
  const how = of.autoRepair ?? of.code?.autoRepair ?? 'no';
  return {
    deviceId: device.id,
    modelId: device.model.id,
    householdId,
    roomAddressId,
    gatewayId: device.parentId,
    ruleId: rule.id,
    ruleCode: of.ruleCode,
    raisedBy: of,
    alarmType: of.alarmType as Alarm['alarmType'],
    level: rule.levels[level].level as Alarm['level'],
    troubleCode: of.code?.code ?? null,
    troubleCodeId: of.code?.id ?? null,
    title: storedText(alarmTitle(rule), 90),
    detail: storedText(alarmDetail(rule, level, attributeOf, shown), 240),
    valuesJson: shown,
    frame: storedFrame(entry, cause, { judgedAt: world.now(), wall: (ms) => inZone(ms, world.zone) }),
    startTime: when,
    lastTime: when,
    faultTime: when,
    repeatCount: 1,
    safety: of.code?.safety ?? false,
    autoRepair: how as Alarm['autoRepair'],
    // A late alarm (`late`) becomes due too, but a person decides on the repair, because the fault may be over.
    repairDue: how === 'no' ? null : when,
    late: isLate,
    verdict: 'none',
    openKey: openKeyOf(device.id, rule.id),
  };
}

/** Create, change and end alarms, in the transaction that stores the messages from which the effects come. */
export async function writeAlarms(
  context: Context,
  effects: readonly AlarmEffect[],
  world: AlarmWorld,
): Promise<readonly RaisedFrame[]> {
  if (effects.length === 0) return [];
  const raised: RaisedFrame[] = [];
  // Raise alarms one batch at a time, so that two batches do not create the same storm twice.
  if (effects.some(({ kind }) => kind === 'raise' || kind === 'live')) await context.lock('alarm storm raise');
  const { open, places } = await openAlarmsOf(context, effects);
  const before = new Set([...open.values()].map((row) => row.id));
  const fresh: Partial<Alarm>[] = [];
  const lifted = new Map<string, LiftedAlarm>();
  const flush = async (): Promise<void> => {
    raised.push(...(await writeFresh(context, fresh.splice(0), effects, world, open)));
  };
  for (const effect of effects) {
    const key = openKeyOf(effect.device.id, effect.rule.id);
    // Write the new alarms first if this effect concerns one of them, so that effects on one alarm apply in order.
    if (fresh.some((one) => one.openKey === key)) await flush();
    const row = open.get(key);
    const after = row ? await follow(context, row, effect, world) : null;
    if (after) open.set(key, after);
    else open.delete(key);
    if (after?.late && isLiveFault(effect)) {
      const draft = draftOf(effect, world, placeOf(after));
      open.set(key, await liftLate(context, after, draft));
      lifted.set(after.id, { key, draft, effect });
    }
    if (!after && effect.kind === 'raise') fresh.push(draftOf(effect, world, places.of(effect.device.id)));
  }
  await flush();
  await announceLifted(context, open, [...lifted.values()], world);
  await settleDeviceLevels(
    context,
    effects.map(({ device }) => device.id),
  );
  await placeNewAlarms(
    context,
    [...open.values()].flatMap((row) => (before.has(row.id) ? [] : [row.id])),
  );
  return raised;
}

/**
 * Return the open alarms of a batch's devices and rules, by key. Alarms from a home that the device has left are ended
 * first.
 */
async function openAlarmsOf(
  context: Context,
  effects: readonly AlarmEffect[],
): Promise<{ readonly open: Map<string, Alarm>; readonly places: DeviceHomes }> {
  const keys = [...new Set(effects.map((one) => openKeyOf(one.device.id, one.rule.id)))];
  const rows = await context.find(alarm, { openKey: keys }, { limit: keys.length + 1 });
  const open = new Map(rows.map((one) => [String(one.openKey), one]));
  const places = await DeviceHomes.read(
    context,
    effects.map(({ device }) => device.id),
  );
  await endElsewhere(context, open);
  return { open, places };
}

const placeOf = ({ householdId = null, roomAddressId = null }: Alarm): DeviceHome => ({ householdId, roomAddressId });

/** Apply an effect to an open alarm; return null if it is no longer open. */
function follow(context: Context, row: Alarm, effect: AlarmEffect, world: AlarmWorld): Promise<Alarm | null> {
  if (effect.kind === 'raise') return raiseAgain(context, row, effect, world);
  return effect.kind === 'clear' ? end(context, row, effect, world) : goOn(context, row, effect, world);
}

/**
 * Handle a raise while an alarm is open. A recovered alarm becomes active or suppressed again; if it recovered too long
 * ago, free its key and return null. Otherwise count a repeat.
 */
async function raiseAgain(context: Context, row: Alarm, effect: AlarmEffect, world: AlarmWorld): Promise<Alarm | null> {
  const { at, rule, level } = effect;
  const lastTime = inZone(at, world.zone);
  const repeatCount = (row.repeatCount ?? 1) + 1;
  if (row.alarmStatus !== 'recovered') {
    await context.touch(alarm, [{ id: row.id, lastTime, faultTime: lastTime, repeatCount }]);
    return { ...row, repeatCount };
  }
  const within = Number(await context.parameter('iot.alarm.reopenSeconds'));
  if (!row.recoverTime || secondsBetween(row.recoverTime, lastTime) > within) {
    await context.touch(alarm, [{ id: row.id, openKey: null }]);
    return null;
  }
  const draft = draftOf(effect, world, placeOf(row));
  const suppressedBy = (await silencerOf(context, [draft], [effect], world))(draft);
  return context.move(alarm, row.id, suppressedBy ? 'suppressed' : 'active', 'again', {
    lastTime,
    faultTime: lastTime,
    recoverTime: null,
    repeatCount,
    level: rule.levels[level].level as Alarm['level'],
    ...(suppressedBy && { suppressedBy, repairDue: null }),
  });
}

/** Update an open alarm: another level, a repeat, or only the time when the fault was last seen. */
async function goOn(
  context: Context,
  row: Alarm,
  { kind, at, rule, level }: AlarmEffect,
  world: AlarmWorld,
): Promise<Alarm> {
  const when = inZone(at, world.zone);
  if (kind === 'level')
    return context.change(alarm, row.id, {
      level: rule.levels[level].level as Alarm['level'],
      lastTime: when,
      faultTime: when,
    });
  const repeatCount = (row.repeatCount ?? 1) + (kind === 'again' ? 1 : 0);
  await context.touch(alarm, [{ id: row.id, lastTime: when, faultTime: when, repeatCount }]);
  return { ...row, repeatCount };
}

/**
 * End an alarm whose cause is gone. An unconfirmed one becomes recovered and still waits for confirmation; a confirmed
 * or suppressed one is closed.
 */
async function end(context: Context, row: Alarm, { at }: AlarmEffect, world: AlarmWorld): Promise<Alarm | null> {
  const when = inZone(at, world.zone);
  const recoverTime = when < String(row.startTime) ? row.startTime : when;
  if (row.alarmStatus === 'active')
    return context.move(alarm, row.id, 'recovered', 'clear', { recoverTime, lastTime: when });
  await context.move(alarm, row.id, 'closed', 'clear', { recoverTime, lastTime: when, openKey: null, repairDue: null });
  return null;
}

/** Write new alarms. Suppressed and late alarms and members of a storm are not announced; the others are. */
async function writeFresh(
  context: Context,
  drafts: readonly Partial<Alarm>[],
  effects: readonly AlarmEffect[],
  world: AlarmWorld,
  open: Map<string, Alarm>,
): Promise<readonly RaisedFrame[]> {
  if (drafts.length === 0) return [];
  const raised: RaisedFrame[] = [];
  const homes = [...new Set(drafts.map((one) => one.householdId).filter((one): one is string => Boolean(one)))];
  const premises = homes.length > 0 ? await context.ask(premisesOfHomes, { householdIds: homes }) : {};
  const placed = drafts.map((one) => ({
    ...one,
    premisesId: one.householdId ? (premises[one.householdId] ?? null) : null,
  }));
  const silencer = await silencerOf(context, placed, effects, world);
  const silent = placed.flatMap((one) => {
    const suppressedBy = silencer(one);
    return suppressedBy ? [{ ...one, alarmStatus: 'suppressed' as const, suppressedBy, repairDue: null }] : [];
  });
  const silentKeys = new Set(silent.map((one) => one.openKey));
  const loud = placed.filter((one) => !silentKeys.has(one.openKey) && !one.late);
  const late = placed.flatMap((one) =>
    !silentKeys.has(one.openKey) && one.late ? [{ ...one, alarmStatus: 'active' as const }] : [],
  );
  const storms = new StormWatch(context);
  const { members, others } = await storms.divide(loud);
  const quiet = await context.append(alarm, [...silent, ...members, ...late]);
  for (const row of quiet) open.set(String(row.openKey), row);
  for (const one of others) {
    const row = await context.create(alarm, { ...one, alarmStatus: 'active' });
    open.set(String(row.openKey), row);
    await context.emit('alarm.raised', { id: row.id });
    if (row.frame) raised.push({ id: row.id, frame: row.frame });
  }
  await storms.settle();
  return raised;
}
