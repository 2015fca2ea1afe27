import type { Context } from '#kernel/server';
import { UPGRADING } from '../../firmware/engine/run-states.rules.ts';
import type { IssuedCommand } from './command-states.rules.ts';
import type { DispatchFacts } from './steps.rules.ts';

interface DeviceRow {
  readonly id: string;
  readonly modelId: string;
  readonly instanceStatus: string;
  /** The device, or the gateway by which it is reached, is upgrading. */ readonly isUpgrading: boolean;
  /** Current values since the present home got the device; null: none. */
  readonly latest: Readonly<Record<string, unknown>> | null;
}

const UPGRADING_STATES = UPGRADING.map((state) => `'${state}'`).join(', ');

const isOfFilter = (name: string): boolean => name.startsWith('filter');

/** The device of a command, as its row is now. */
export class ClaimedDevice {
  readonly #row: DeviceRow;

  constructor(row: DeviceRow) {
    this.#row = row;
  }

  get isUpgrading(): boolean {
    return this.#row.isUpgrading;
  }

  /** May the command still be sent to the device? */
  fits({ modelId }: Pick<IssuedCommand, 'modelId'>): DispatchFacts['device'] {
    if (this.#row.instanceStatus === 'retired') return 'gone';
    if (this.#row.instanceStatus === 'disabled') return 'disabled';
    return modelId === null || modelId === this.#row.modelId ? 'fit' : 'model';
  }

  /**
   * Return the current values of the properties that a command sets, or of the filters that it resets; null: none is
   * known.
   */
  before({ content }: Pick<IssuedCommand, 'content'>): Record<string, unknown> | null {
    const { latest } = this.#row;
    const names =
      content.service === 'resetFilter' ? Object.keys(latest ?? {}).filter(isOfFilter) : Object.keys(content.set ?? {});
    const known = names.filter((name) => latest?.[name] !== undefined);
    return known.length > 0 ? Object.fromEntries(known.map((name) => [name, latest?.[name]])) : null;
  }
}

/** Read the devices of commands; removed ones are absent. */
export async function readClaimedDevices(
  { sql, tenantId }: Context,
  rows: readonly IssuedCommand[],
): Promise<ReadonlyMap<string, ClaimedDevice>> {
  const found = await sql.query<DeviceRow>(
    `select d.id::text as id, d.model_id::text as "modelId", d.instance_status as "instanceStatus", l.data as latest,
       exists (select 1 from iot_upgrade_execution r where r.tenant_id = d.tenant_id and r.device_id in (d.id, d.parent_id)
         and r.upgrade_status in (${UPGRADING_STATES}) and r.is_deleted = 0) as "isUpgrading" from iot_device d
     left join iot_device_latest l on l.tenant_id = d.tenant_id and l.device_id = d.id and (d.owned_since is null or l.ts >= d.owned_since)
     where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any($2::bigint[])`,
    [tenantId, [...new Set(rows.map(({ deviceId }) => deviceId))]],
  );
  return new Map(found.map((row) => [row.id, new ClaimedDevice(row)]));
}
