import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { secondsBetween } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import { type Context, type Reading, sql } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { isGone } from '#business/customers/equipment/standing.rules.ts';
import { OPEN_REPAIR_STATES } from '#business/intake/repair-form/duplicate.rules.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { seenDevice } from '#business/iot/values/current.server.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { systemOf } from '#business/operation/devices/alarms/repair-of-alarm.rules.ts';
import { placeOfRequest } from '#business/operation/households/files/place-of-request.server.ts';
import { household } from '#business/operation/households/household.paper.ts';
import { roomAddress } from '#business/operation/addresses/room-address.paper.ts';
import { refuse } from '../refusals.ts';
import { type RankGuess, type Sign, guessWords, signWords } from './guess.rules.ts';
import { OF_PRESENT_FAMILY, requestsIn } from './rank-devices.server.ts';
import { RANK_SPECS } from './rank-spec.rules.ts';
import type { rankToRepair, rankedHome, takeBackRepair } from './ranking.calls.ts';

type Device = Row<typeof device>;

interface RankRow {
  readonly category: string;
  readonly figure: number | null;
  readonly peer: number | null;
  readonly worse: number | null;
  readonly run: number;
  readonly guess: RankGuess | null;
  readonly signs: readonly Sign[];
  readonly trend: readonly (readonly (number | null)[] | null)[];
}

async function rankRowOf(
  { sql: reader, tenantId }: Reading,
  { energy, month, deviceId }: { readonly energy: string; readonly month: string; readonly deviceId: string },
): Promise<RankRow> {
  const [row] = await reader.query<RankRow>(
    `select r.category, r.figure, r.peer, r.worse, r.run, r.guess, r.signs, r.trend from analysis_rank r join ${deviceFacts} t on t.tenant_id = r.tenant_id and t.id = r.device_id
     where r.tenant_id = $1 and r.energy = $2 and r.month = $3 and r.device_id = $4 and ${OF_PRESENT_FAMILY}`,
    [tenantId, energy, month, deviceId],
  );
  if (!row) throw refuse.notRanked();
  return row;
}

/** Return the description of a request: the figure beside similar homes, since when, and the evidence. */
function descriptionOf({ category, figure, peer, worse, run, guess, signs }: RankRow): Label {
  const spec = RANK_SPECS.find((one) => one.categories.includes(category)) ?? RANK_SPECS[0];
  const shown = (value: number | null): string =>
    value === null ? '–' : `${value.toFixed(spec.decimals)}${spec.unit && ` ${spec.unit}`}`;
  const percent = Math.round((worse ?? 0) * 100);
  const bad = signs.filter((sign) => sign.isBad).map(signWords);
  const zh = [
    `能效差：${spec.label[0]} ${shown(figure)}，相似家庭 ${shown(peer)}，差 ${percent}%`,
    run > 0 ? `连着 ${run} 天` : '',
    guess && guess !== 'unseen' ? guessWords[guess][0] : '',
    ...bad.map(({ what, value, usual }) => `${what[0]} ${value}，一般 ${usual}`),
  ];
  const en = [
    `Poor efficiency: ${spec.label[1]} ${shown(figure)}, similar homes ${shown(peer)}, ${percent}% worse`,
    run > 0 ? `${run} days in a row` : '',
    guess && guess !== 'unseen' ? guessWords[guess][1] : '',
    ...bad.map(({ what, value, usual }) => `${what[1]} ${value}, usually ${usual}`),
  ];
  return [zh.filter(Boolean).join('；'), en.filter(Boolean).join('; ')];
}

async function openRequestOf(
  reading: Reading,
  deviceId: string,
): Promise<{ id: string; no: string; status: string } | null> {
  const [found] = await reading.sql.query<{ id: string }>(
    sql`select max(x.id)::text as id from (${requestsIn(reading.tenantId, OPEN_REPAIR_STATES)}) x where x.device_id = ${deviceId}`,
  );
  const [form] = found?.id ? await reading.find(repairForm, { id: found.id }, { first: 1 }) : [];
  return form ? { id: form.id, no: String(form.repairNo), status: form.repairStatus } : null;
}

async function machineOf(
  reading: Reading,
  customerId: string,
  deviceId: string,
): Promise<Row<typeof equipment> | null> {
  const rows = await reading.find(equipment, { customerId, instanceId: deviceId }, { limit: 50 });
  return rows.find((one) => !isGone(one)) ?? null;
}

const homeOf = async (reading: Reading, { householdId }: Device): Promise<Row<typeof household> | null> =>
  (householdId ? await reading.find(household, { id: householdId }, { first: 1 }) : [])[0] ?? null;

/** Return the name and phone of a home, masked by the rights of the caller; empty where it is out of scope. */
async function callerOf(reading: Reading, { id }: Row<typeof household>): Promise<{ customer: string; phone: string }> {
  const [caller] = await reading.visible(household, { match: { id } }).rows({ first: 1 });
  return { customer: String(caller?.name ?? ''), phone: String(caller?.phone ?? '') };
}

async function draftOf(reading: Reading, of: Device, row: RankRow): Promise<CallAnswer<typeof rankedHome>['draft']> {
  const home = await homeOf(reading, of);
  if (!home?.customerId) return null;
  const machine = await machineOf(reading, home.customerId, of.id);
  return {
    ...(await callerOf(reading, home)),
    machine: String(machine?.equipmentName ?? of.deviceName),
    warrantyUntil: machine?.warrantyEndDate ?? '',
    description: descriptionOf(row),
  };
}

/** Return one device of the ranking: its days beside similar homes, and the request that would be made. */
export async function readRankedHome(
  reading: Reading,
  asked: CallInputOf<typeof rankedHome>,
): Promise<CallAnswer<typeof rankedHome>> {
  const of = await seenDevice(reading, asked.deviceId);
  const row = await rankRowOf(reading, asked);
  const [at] = of.roomAddressId ? await reading.find(roomAddress, { id: of.roomAddressId }, { first: 1 }) : [];
  const open = await openRequestOf(reading, of.id);
  return {
    days: row.trend.flatMap((day, no) => {
      if (!day || day[0] === null) return [];
      const [value, middle, lower, upper, outdoor] = day;
      return [{ day: `${asked.month}-${String(no + 1).padStart(2, '0')}`, value, middle, lower, upper, outdoor }];
    }),
    mac: of.mac ?? '',
    area: at?.areaSize ? Number(at.areaSize) : null,
    draft: await draftOf(reading, of, row),
    order: open && { ...open, isOpen: true },
  };
}

/** Make a repair request for a ranked device, or return the open one. One device is handled at a time. */
export async function repairFromRank(
  context: Context,
  asked: CallInputOf<typeof rankToRepair>,
): Promise<CallAnswer<typeof rankToRepair>> {
  const of = await seenDevice(context, asked.deviceId);
  const row = await rankRowOf(context, asked);
  await context.lock(`rank repair ${of.id}`);
  const open = await openRequestOf(context, of.id);
  if (open) return { repairFormId: open.id, repairNo: open.no, isJoined: true };
  const home = await homeOf(context, of);
  if (!home?.customerId) throw refuse.noCustomer();
  const machine = await machineOf(context, home.customerId, of.id);
  const { category } = await context.get(thingModel, of.modelId);
  // Created with the rights of the product, because the caller may not see the customer of the home.
  const form = await context.create(repairForm, {
    ...(await placeOfRequest(context, home)),
    customerId: home.customerId,
    source: 'iot',
    repairType: systemOf(category),
    faultCategory: row.guess === 'flow' ? 'lowFlow' : 'other',
    urgency: 'normal',
    description: `${of.deviceName} ${descriptionOf(row)[0]}`,
    ...(machine && { equipmentId: machine.id }),
  } as Draft<typeof repairForm>);
  await context.sql.query(
    'insert into analysis_rank_order (tenant_id, device_id, repair_form_id) values ($1, $2, $3) on conflict do nothing',
    [context.tenantId, of.id, form.id],
  );
  return { repairFormId: form.id, repairNo: String(form.repairNo), isJoined: false };
}

const TAKE_BACK_SECONDS = 60;

/** Cancel a request that the caller made from the ranking within the last minute, and that nobody has accepted. */
export async function takeBackRequest(
  context: Context,
  { repairFormId }: CallInputOf<typeof takeBackRepair>,
): Promise<CallAnswer<typeof takeBackRepair>> {
  const [form] = await context.lockRows(repairForm, [repairFormId]);
  const made = await context.sql.query(
    'select 1 from analysis_rank_order where tenant_id = $1 and repair_form_id = $2 limit 1',
    [context.tenantId, repairFormId],
  );
  const isOwn = form && made.length > 0 && form.createUser === context.person.id;
  if (isOwn && form.repairStatus === 'cancelled') return { repairFormId };
  const isLate = !form || secondsBetween(form.createTime, context.now()) > TAKE_BACK_SECONDS;
  if (!isOwn || isLate || form.repairStatus !== 'submitted') throw refuse.noTakeBack();
  await context.act(repairForm, repairFormId, 'cancel', { cancelReason: 'wrong' });
  return { repairFormId };
}
