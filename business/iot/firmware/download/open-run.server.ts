import type { App } from '#kernel/server';
import { fileKey } from '#kernel/server';
import { UPGRADING } from '../engine/run-states.rules.ts';

/** An upgrade with the file that its device downloads. */
export interface RunFile {
  readonly deviceId: string;
  readonly gatewayId: string | null;
  /** Home of the device, or the device itself: one download at a time. */ readonly home: string;
  readonly isOpen: boolean;
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** Return an upgrade of a company with its file; null: there is none. */
export async function runFile(app: App, tenantId: string, runId: string): Promise<RunFile | null> {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<
      Record<'deviceId' | 'home' | 'state' | 'fileId' | 'sha256', string> & { gatewayId: string | null; size: number }
    >(
      `select r.device_id::text as "deviceId", d.parent_id::text as "gatewayId", coalesce(d.household_id, d.id)::text as home, r.upgrade_status as state,
         f.file_id::text as "fileId", f.file_size as size, f.sha256
       from iot_upgrade_execution r join iot_device d on d.tenant_id = r.tenant_id and d.id = r.device_id
       join iot_firmware f on f.tenant_id = r.tenant_id and f.id = r.firmware_id
       where r.tenant_id = $1 and r.id = $2 and f.file_id is not null`,
      [tenantId, runId],
    ),
  );
  if (!row) return null;
  const { deviceId, gatewayId, home, state, fileId, size, sha256 } = row;
  const isOpen = (UPGRADING as readonly string[]).includes(state);
  return { deviceId, gatewayId, home, isOpen, key: fileKey(tenantId, fileId), size, sha256 };
}

/** May a device read the file of an upgrade: its own, or that of its sub-device? */
export const mayLoad = ({ deviceId, gatewayId }: RunFile, asking: string): boolean =>
  deviceId === asking || gatewayId === asking;
