import type { Table } from '#kernel/server';
import { tableColumns } from '#business/iot/history/store/table-columns.server.ts';

/** Rank of a device in an energy and month, computed each night; and repair requests made from the ranking. */
export const rankTables: readonly Table[] = [
  {
    name: 'analysis_rank',
    columns: tableColumns({
      tenant_id: 'text not null',
      energy: 'text not null',
      month: 'text not null',
      device_id: 'bigint not null',
      category: 'text not null',
      model_id: 'bigint not null',
      estate: 'text not null',
      team: 'text not null',
      figure: 'double precision',
      peer: 'double precision',
      peers: 'integer not null',
      worse: 'double precision',
      own: 'double precision',
      per_degree: 'double precision',
      extra: 'double precision',
      run: 'integer not null',
      since: 'date',
      is_turned: 'boolean not null',
      days: 'integer not null',
      coverage: 'double precision not null',
      guess: 'text',
      signs: 'jsonb not null',
      reason: 'text',
      trend: 'jsonb not null',
      repaired_id: 'bigint',
      is_back: 'boolean',
      until: 'date not null',
    }),
    primaryKey: ['tenant_id', 'energy', 'month', 'device_id'],
    indexes: [],
    tenants: true,
    comment: 'how efficient a device was in a month beside similar homes; computed again each night',
  },
  {
    name: 'analysis_rank_order',
    columns: tableColumns({
      tenant_id: 'text not null',
      device_id: 'bigint not null',
      repair_form_id: 'bigint not null',
    }),
    primaryKey: ['device_id', 'repair_form_id'],
    indexes: [],
    tenants: true,
    comment: 'repair requests that were made from the ranking of a device',
  },
];
