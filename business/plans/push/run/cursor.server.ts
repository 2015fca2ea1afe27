import type { Context, Table } from '#kernel/server';

/** Where the next run of pushes goes on, for each company. */
export const pushTables: readonly Table[] = [
  {
    name: 'plans_push_cursor',
    columns: [
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'scene', type: 'text', notNull: true },
      { name: 'after_id', type: 'bigint', notNull: true },
    ],
    primaryKey: ['tenant_id'],
    indexes: [],
    tenants: true,
    comment: 'scene and customer after which the next run of pushes judges',
  },
];

/** A scene, and the customer after whom its targets are judged. */
export interface PushCursor {
  readonly scene: string;
  readonly after: string;
}

export async function readCursor(context: Context): Promise<PushCursor> {
  const [found] = await context.sql.query<PushCursor>(
    'select scene, after_id::text as after from plans_push_cursor where tenant_id = $1',
    [context.tenantId],
  );
  return found ?? { scene: '', after: '0' };
}

export function moveCursor(context: Context, { scene, after }: PushCursor): void {
  context.sql.enqueue(
    `insert into plans_push_cursor (tenant_id, scene, after_id) values ($1, $2, $3::bigint)
     on conflict (tenant_id) do update set scene = excluded.scene, after_id = excluded.after_id`,
    [context.tenantId, scene, after],
  );
}
