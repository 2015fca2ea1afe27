import type { Table } from '#kernel/server';
import { tableColumns } from '../../history/store/table-columns.server.ts';

/**
 * Wanted values of a device that it has not reported yet. The reported values are in `iot_device_latest`. `meta`: for
 * each key the second since when and the person.
 */
export const shadowTables: readonly Table[] = [
  {
    name: 'iot_device_shadow',
    columns: tableColumns({
      device_id: 'bigint not null',
      tenant_id: 'text not null',
      desired: 'jsonb not null',
      meta: 'jsonb not null',
      version: 'integer not null',
    }),
    primaryKey: ['device_id'],
    indexes: [],
    tenants: true,
    storage: { fillfactor: 70 },
    comment: 'wanted values of a device that it has not reported yet; meta: since when, and by whom',
  },
];
