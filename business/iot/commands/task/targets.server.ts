import type { Label } from '#kernel/language/label.ts';
import { type Reading, sql } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import type { CommandDevice } from '../new-commands.server.ts';
import { devicesInArea } from './devices-in-area.service.ts';
import { MAX_TARGETS } from './task.calls.ts';
import { type TargetKind, type TargetQuery, targetQuery } from './targets.rules.ts';

/** A device that a task may address. */
export interface TargetDevice extends CommandDevice {
  readonly deviceName: string;
  readonly deviceKey: string;
  readonly serialNumber: string | null;
  readonly instanceStatus: string;
  readonly onlineStatus: string;
}

/** The devices of a task, and the number of those left out by reason. */
export interface Targets {
  readonly fit: readonly TargetDevice[];
  readonly leftOut: ReadonlyMap<keyof typeof leftOutWords, number>;
}

/** Why a device gets no command of a task. */
export const leftOutWords = {
  gone: ['已退役', 'Retired'],
  disabled: ['已禁用', 'Disabled'],
  model: ['是别的物模型', 'Of another model'],
} as const satisfies Readonly<Record<string, Label>>;

const MAX_NAMED = 20;

const condition = async (reading: Reading, of: TargetQuery) => {
  switch (of.kind) {
    case 'device':
      return sql`t.id = any(${of.ids}::bigint[])`;
    case 'household':
      return sql`t.household_id = any(${of.ids}::bigint[])`;
    case 'tag':
      return sql`${of.tag} = any(regexp_split_to_array(coalesce(t.tags, ''), '[,，、\\s]+'))`;
    case 'area': {
      const ids = await reading.ask(devicesInArea, { code: of.code, most: MAX_TARGETS + 1 });
      return sql`t.id = any(${ids}::bigint[])`;
    }
    case 'excel':
      return sql`(t.device_key = any(${of.keys}::text[]) or t.mac = any(${of.macs}::text[]) or t.serial_number = any(${of.keys}::text[]))`;
    default:
      return sql`true`;
  }
};

/** Refuse ids or keys that name no device within the caller's sight. */
function assertKnown(of: TargetQuery, rows: readonly TargetDevice[]): void {
  const known = new Set(
    of.kind === 'device'
      ? rows.map(({ id }) => id)
      : rows.flatMap(({ deviceKey, mac, serialNumber }) => [deviceKey, mac ?? '', serialNumber ?? '']),
  );
  const named = of.kind === 'device' ? of.ids : of.kind === 'excel' ? of.keys : [];
  const unknown = named.filter((one, at) => !known.has(one) && !(of.kind === 'excel' && known.has(of.macs[at])));
  if (unknown.length > 0) throw refuse.keysUnknown({ keys: unknown.slice(0, MAX_NAMED), count: unknown.length });
}

const reasonOf = (row: TargetDevice, modelId: string): keyof typeof leftOutWords | null => {
  if (row.instanceStatus === 'retired') return 'gone';
  if (row.modelId !== modelId) return 'model';
  return row.instanceStatus === 'disabled' ? 'disabled' : null;
};

/** Find the devices of a task within the sight of its author. Of a whole model, other models are not mentioned. */
export async function findTargets(
  reading: Reading,
  wanted: { readonly type: TargetKind; readonly query: unknown; readonly modelId: string },
): Promise<Targets> {
  const of = targetQuery(wanted.type, wanted.query);
  if ('problem' in of) throw refuse.targetMalformed({ zh: of.problem[0], en: of.problem[1] });
  const where = await condition(reading, of);
  const scope = await reading.visible(device).sql();
  const only = of.kind === 'model' ? sql`t.model_id = ${wanted.modelId}::bigint` : sql`true`;
  const rows = await reading.sql.query<TargetDevice>(
    sql`select t.id::text as id, t.mac, t.parent_id::text as "parentId", t.household_id::text as "householdId", t.model_id::text as "modelId",
          t.device_name as "deviceName", t.device_key as "deviceKey", t.serial_number as "serialNumber", t.instance_status as "instanceStatus",
          coalesce(t.online_status, 'unknown') as "onlineStatus"
        from iot_device t where t.tenant_id = ${reading.tenantId} and t.is_deleted = 0 and ${scope} and ${where} and ${only} order by t.id limit ${MAX_TARGETS + 1}`,
  );
  if (rows.length > MAX_TARGETS) throw refuse.tooManyTargets({ most: MAX_TARGETS });
  assertKnown(of, rows);
  const leftOut = new Map<keyof typeof leftOutWords, number>();
  const fit = rows.filter((row) => {
    const reason = reasonOf(row, wanted.modelId);
    if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    return reason === null;
  });
  return { fit, leftOut };
}
