import { isId } from '#kernel/fields/ref/ref.ts';
import type { Asking } from '#kernel/server/behaviour.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { refuse } from '../refusals.ts';
import { tenant } from './tenant.paper.ts';

const idsOf = (text: unknown): string[] => String(text ?? '').split(',').filter(isId);

async function setLimits(asking: Asking, context: Context): Promise<Record<string, unknown>> {
  const { accountNumber, expireTime } = asking.body;
  for (const id of idsOf(asking.body.ids)) {
    await context.change(tenant, id, { ...(accountNumber !== undefined && { accountNumber: accountNumber as number }), ...(expireTime !== undefined && { expireTime: expireTime as string }) }, '设置额度与期限');
  }
  return {};
}

async function freshId(context: Context): Promise<string> {
  const [{ id }] = await context.sql.query<{ id: string }>("select (coalesce(max(tenant_id::bigint), 100000) + 1)::text as id from blade_tenant where tenant_id ~ '^[0-9]{6}$'");
  return id.padStart(6, '0');
}

export default behaviour(tenant, {
  async saving(context, { before }) {
    if (!context.person.platform) throw refuse.platformOnly();
    if (before) return {};
    await context.lock('tenant');
    return { tenantId: await freshId(context) };
  },
  async removing(_context, row) {
    if (row.tenantId === '000000') throw refuse.keepTenant();
  },
  calls: [
    { method: 'POST', path: 'setting', needs: 'edit', summary: ['租户额度与期限', 'Limits of tenants'], query: ['ids', 'accountNumber', 'expireTime'], write: setLimits },
    { method: 'GET', path: 'select', needs: 'person', summary: ['租户下拉', 'Tenants to choose from'], read: async (_asking, reading) => reading.sql.query(
      'select id, tenant_id as "tenantId", tenant_name as "tenantName" from blade_tenant where is_deleted = 0 and ($1 or tenant_id = $2) order by id', [reading.person.platform, reading.tenantId]) },
  ],
});
