import type { Context, Reading, Table } from '#kernel/server';
import type { ComparisonResult } from '../cockpit/cockpit.calls.ts';

/** The result of the last comparison of a night, one row a company. It is shown while SAP does not answer. */
export const nightTable: Table = {
  name: 'assapnight',
  tenants: true,
  primaryKey: ['tenant_id'],
  indexes: [],
  comment: 'result of the last comparison with SAP at night',
  columns: [
    { name: 'tenant_id', type: 'text', notNull: true },
    { name: 'compared_at', type: 'timestamptz', notNull: true },
    { name: 'found', type: 'jsonb', notNull: true },
  ],
};

/** Store the result of a night. */
export async function writeNight(context: Context, found: ComparisonResult): Promise<void> {
  await context.sql.query(
    `insert into assapnight (tenant_id, compared_at, found) values ($1, $2::timestamptz, $3::jsonb)
    on conflict (tenant_id) do update set compared_at = excluded.compared_at, found = excluded.found`,
    [context.tenantId, context.now(), JSON.stringify(found)],
  );
}

/** Return the result of the last night; null before the first one. */
export async function readNight({ sql, tenantId }: Reading): Promise<ComparisonResult | null> {
  const [row] = await sql.query<{ at: string; found: ComparisonResult }>(
    "select to_char(compared_at, 'YYYY-MM-DD HH24:MI:SS') as at, found from assapnight where tenant_id = $1",
    [tenantId],
  );
  return row ? { ...row.found, at: row.at } : null;
}
