import { type Row, buttonOf } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import { type Reading, sql } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { mayRework } from '../rework.server.ts';
import { seenInWatch } from '../verdict/watch.server.ts';
import type { AlarmInsight } from './insight.calls.ts';
import { likelyCauses } from './likely-causes.server.ts';
import { knownParts } from './spare-parts.server.ts';

type Alarm = Row<typeof alarm>;

const SIMILAR_DAYS = 30;
const MAX_SIMILAR = 10;

async function codeOf(reading: Reading, row: Alarm): Promise<AlarmInsight['fault']> {
  const [code] = row.troubleCodeId ? await reading.find(troubleCode, { id: row.troubleCodeId }, { first: 1 }) : [];
  if (!code) return null;
  return {
    id: code.id,
    code: code.code,
    name: [code.name, code.nameEn || code.name],
    cause: code.cause ?? '',
    solution: [code.solutionZh ?? '', code.solutionEn || code.solutionZh || ''],
    parts: (await knownParts(reading, code.spareParts)).map(({ materialCode, name, qty }) => ({
      materialCode,
      name,
      qty,
    })),
  };
}

/** Return alarms of the same fault in the last thirty days, first of the device, then of its model. */
async function similarTo(reading: Reading, row: Alarm): Promise<AlarmInsight['similar']> {
  const since = `${addDays(reading.today(), -SIMILAR_DAYS)} 00:00:00`;
  const fault = row.troubleCode ? { troubleCode: row.troubleCode } : { ruleCode: row.ruleCode };
  const more = (also: Readonly<Record<string, unknown>>) =>
    reading
      .visible(alarm, {
        match: { ...fault, ...also },
        also: sql`t.start_time >= ${since}::timestamptz and t.id <> ${row.id}::bigint`,
      })
      .rows({ order: 't.start_time desc', first: MAX_SIMILAR });
  const own = await more({ deviceId: row.deviceId });
  const others = own.length < MAX_SIMILAR ? await more({ modelId: row.modelId }) : [];
  return [...own, ...others.filter((one) => one.deviceId !== row.deviceId)].slice(0, MAX_SIMILAR);
}

/** Return the repair request of an alarm and, if the caller may see it, its work order. */
async function orderOf(reading: Reading, repairFormId: string | null | undefined): Promise<AlarmInsight['order']> {
  const [form] = repairFormId ? await reading.find(repairForm, { id: repairFormId }, { first: 1 }) : [];
  if (!form) return null;
  const { allow } = decide(reading.person, registration, 'view');
  const [order] = allow
    ? await reading.visible(registration, { match: { repairFormId: form.id } }).rows({ first: 1 })
    : [];
  // All who see the alarm see the number of its request. The state is shown only to readers of the request, and to
  // those who may create one.
  const isLabelled =
    reading.may(buttonOf(alarm, 'toRepair')) ||
    (decide(reading.person, repairForm, 'view').allow &&
      (await reading.visible(repairForm, { match: { id: form.id } }).rows({ first: 1 })).length > 0);
  return {
    repairFormId: form.id,
    repairNo: form.repairNo,
    repairStatus: isLabelled ? form.repairStatus : '',
    registrationId: order?.id ?? '',
    registrationNo: order?.registrationNo ?? '',
  };
}

async function verdictOf(reading: Reading, row: Alarm): Promise<AlarmInsight['verdict']> {
  const state = row.verdict ?? 'none';
  const seen = row.verifyFrom ? await seenInWatch(reading, row) : { messages: 0, faultAt: null };
  const [rework] = row.reworkFormId ? await reading.find(repairForm, { id: row.reworkFormId }, { first: 1 }) : [];
  return {
    state,
    from: row.verifyFrom ?? '',
    until: row.verifyUntil ?? '',
    judgedAt: row.verdictTime ?? '',
    messages: seen.messages,
    faultAt: seen.faultAt,
    mayRework: (await mayRework(reading, row)) && reading.may(buttonOf(alarm, 'toRepair')),
    reworkId: rework?.id ?? '',
    reworkNo: String(rework?.repairNo ?? ''),
  };
}

export async function readInsight(reading: Reading, id: string): Promise<AlarmInsight> {
  const [row] = await reading.visible(alarm).all([id]);
  return {
    fault: await codeOf(reading, row),
    likely: await likelyCauses(reading.sql, reading.tenantId, row),
    similar: await similarTo(reading, row),
    order: await orderOf(reading, row.repairFormId),
    verdict: await verdictOf(reading, row),
  };
}
