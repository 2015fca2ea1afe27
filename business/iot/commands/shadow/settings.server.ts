import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type Reading, inZone } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { type RiskyAttribute, contentProblem, riskOfContent } from '../content/command-content.rules.ts';
import { isReported } from '../content/content-value.rules.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { WAITING_STATES } from '../dispatch/command-states.rules.ts';
import { assertMaySend } from '../may-send.server.ts';
import { newCommands } from '../new-commands.server.ts';
import type { Shadow } from './reached.server.ts';
import { desiredHours } from './send-desired.server.ts';

type Device = Row<typeof device>;

/** A property that people may set, with its value and the one that is wanted. */
export interface SettingItem {
  readonly identifier: string;
  readonly name: readonly [string, string];
  readonly dataType: string;
  readonly unit: string | null;
  readonly specs: Readonly<Record<string, unknown>> | null;
  readonly value: unknown;
  /** The wanted value waits for the device, or has waited for too long. */
  readonly state: 'reported' | 'waiting' | 'expired';
}

/** Wanted and reported settings of a device. */
export interface WantedSettings {
  readonly desired: Readonly<Record<string, unknown>>;
  readonly reported: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<
    Record<string, { desiredTime: string | null; reportedTime: string | null; user: string; userName: string }>
  >;
  readonly version: number;
  readonly items: readonly SettingItem[];
}

interface Latest {
  readonly ts: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly times: Readonly<Record<string, number>> | null;
}

const isSetting = ({ attrType, accessMode }: RiskyAttribute): boolean => attrType === 'property' && accessMode === 'rw';

async function readShadow({ sql, tenantId }: Reading, deviceId: string): Promise<Shadow> {
  const [row] = await sql.query<Shadow>(
    'select device_id::text as "deviceId", desired, meta, version from iot_device_shadow where tenant_id = $1 and device_id = $2',
    [tenantId, deviceId],
  );
  return row ?? { deviceId, desired: {}, meta: {}, version: 0 };
}

async function readLatestOf({ sql, tenantId }: Reading, deviceId: string): Promise<Latest | undefined> {
  const [row] = await sql.query<Latest>(
    `select extract(epoch from l.ts)::float8 as ts, l.data, l.times from iot_device_latest l
     join iot_device d on d.tenant_id = l.tenant_id and d.id = l.device_id and (d.owned_since is null or l.ts >= d.owned_since)
     where l.tenant_id = $1 and l.device_id = $2`,
    [tenantId, deviceId],
  );
  return row;
}

/** Return the names of the people who want values of a device. */
async function namesOf({ sql, tenantId }: Reading, { meta }: Shadow): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(Object.values(meta).map(({ by }) => by))];
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; name: string }>(
    `select id::text as id, real_name as name from ${userFacts} where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Return the settings of a device: its properties that people may set, wanted and reported. */
export async function readDeviceSettings(reading: Reading, row: Device): Promise<WantedSettings> {
  const attributes = (await riskyAttributes(reading, row.modelId, row.modelVersion)).filter(isSetting);
  const shadow = await readShadow(reading, row.id);
  const latest = await readLatestOf(reading, row.id);
  const names = await namesOf(reading, shadow);
  const oldest = reading.instant() / 1000 - (await desiredHours(reading)) * 3600;
  const moment = (seconds: number | undefined): string | null =>
    seconds === undefined ? null : inZone(seconds * 1000, reading.zone);
  const known = attributes.filter(({ identifier }) => latest?.data[identifier] !== undefined);
  const timeOf = (identifier: string): number | undefined => latest && (latest.times?.[identifier] ?? latest.ts);
  return {
    desired: shadow.desired,
    reported: Object.fromEntries(known.map(({ identifier }) => [identifier, latest?.data[identifier]])),
    metadata: Object.fromEntries(
      attributes
        .filter(({ identifier }) => shadow.meta[identifier] || latest?.data[identifier] !== undefined)
        .map(({ identifier }) => [
          identifier,
          {
            desiredTime: moment(shadow.meta[identifier]?.at),
            reportedTime: latest?.data[identifier] === undefined ? null : moment(timeOf(identifier)),
            user: shadow.meta[identifier]?.by ?? '',
            userName: names.get(shadow.meta[identifier]?.by ?? '') ?? '',
          },
        ]),
    ),
    version: shadow.version,
    items: attributes.map((one) => ({
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      dataType: one.dataType ?? 'int',
      unit: one.unit ?? null,
      specs: one.specs ? { ...one.specs } : null,
      value: latest?.data[one.identifier] ?? null,
      state:
        shadow.desired[one.identifier] === undefined
          ? 'reported'
          : (shadow.meta[one.identifier]?.at ?? 0) > oldest
            ? 'waiting'
            : 'expired',
    })),
  };
}

/** Cancel commands with settings that wait for a device: newer values are wanted. */
async function cancelWaiting(context: Context, deviceId: string): Promise<void> {
  const waiting = await context.find(
    deviceCommand,
    { deviceId, source: 'setting', execStatus: WAITING_STATES },
    { limit: 100 },
  );
  await context.touch(
    deviceCommand,
    waiting.map(({ id }) => ({
      id,
      execStatus: 'canceled' as const,
      dueTime: null,
      reason: storedText(['有更新的设置', 'Newer settings are wanted']),
    })),
    { where: { execStatus: WAITING_STATES } },
  );
}

interface SettingChange {
  readonly version: number;
  /** Values by property; null withdraws the wanted value of a property. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly isOverride: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const withoutKeys = <T>(of: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key)));

/** Return the wanted values among changes, and the properties whose wanted value is withdrawn. */
const changesOf = (values: Values): { readonly set: Values; readonly withdrawn: readonly string[] } => ({
  set: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  withdrawn: Object.keys(values).filter((key) => values[key] === null),
});

/** Return why changes of settings do not fit the model; null: they fit. Only withdrawals need no value. */
const changeProblem = (attributes: readonly RiskyAttribute[], { set, withdrawn }: ReturnType<typeof changesOf>) =>
  withdrawn.length > 0 && Object.keys(set).length === 0 ? null : contentProblem(attributes, { set });

/** Return the wanted values that the device has not reported. */
const deltaOf = (
  desired: Readonly<Record<string, unknown>>,
  latest: Latest | undefined,
  attributes: readonly RiskyAttribute[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(desired).filter(([identifier, wanted]) => {
      const specs = attributes.find((one) => one.identifier === identifier)?.specs ?? {};
      return latest?.data[identifier] === undefined || !isReported(specs, latest.data[identifier], wanted);
    }),
  );

/**
 * Store wanted values of a device, and send them if it is online. Refuse values based on an older version: somebody
 * else has changed them.
 */
export async function changeSettings(
  context: Context,
  row: Device,
  { version, values, isOverride: wantsOverride }: SettingChange,
): Promise<{ instructionId: string | null; delta: Record<string, unknown>; version: number }> {
  const attributes = await riskyAttributes(context, row.modelId, row.modelVersion);
  const { set, withdrawn } = changesOf(values);
  const problem = changeProblem(attributes, { set, withdrawn });
  if (problem) throw refuse.contentMalformed({ zh: problem[0], en: problem[1] });
  const riskLevel = riskOfContent(attributes, { set });
  const isOverride = await assertMaySend(context, row, { riskLevel, isOverride: wantsOverride });
  await context.lockRows(device, [row.id]);
  const before = await readShadow(context, row.id);
  const latest = await readLatestOf(context, row.id);
  if (before.version !== version)
    throw refuse.shadowChanged({
      data: { version: before.version, desired: before.desired, reported: latest?.data ?? {} },
    });
  const at = Math.floor(context.instant() / 1000);
  const desired = withoutKeys({ ...before.desired, ...set }, withdrawn);
  const meta = {
    ...withoutKeys(before.meta, withdrawn),
    ...Object.fromEntries(Object.keys(set).map((key) => [key, { at, by: context.person.id }])),
  };
  await context.sql.query(
    `insert into iot_device_shadow (device_id, tenant_id, desired, meta, version) values ($2, $1, $3::jsonb, $4::jsonb, 1)
     on conflict (device_id) do update set desired = excluded.desired, meta = excluded.meta, version = iot_device_shadow.version + 1`,
    [context.tenantId, row.id, JSON.stringify(desired), JSON.stringify(meta)],
  );
  await cancelWaiting(context, row.id);
  const isSent = Object.keys(set).length > 0 && row.onlineStatus === 'online' && row.instanceStatus === 'active';
  const [command] = isSent
    ? await newCommands(context, [row], {
        content: { set },
        attributes,
        riskLevel: 'low',
        source: 'setting',
        isOverride,
        reason: context.givenReason,
      })
    : [];
  return {
    instructionId: command?.id ?? null,
    delta: deltaOf(desired, latest, attributes),
    version: before.version + 1,
  };
}
