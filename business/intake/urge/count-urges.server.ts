import type { Reading } from '#kernel/server';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { urge } from './urge.paper.ts';

/** Return the number of urges of a repair form: urges about it, and other forms that were merged into it. */
export async function urgesOfForm({ sql, tenantId }: Reading, formId: string): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(
    `select ((select count(*) from ${urge.table} u where u.tenant_id = $1 and u.repair_form_id = $2 and u.is_deleted = 0)
      + (select count(*) from ${repairForm.table} f where f.tenant_id = $1 and f.duplicate_of_id = $2 and f.repair_status = 'merged' and f.is_deleted = 0))::int as n`,
    [tenantId, formId],
  );
  return n;
}

/** Return the number of urges of an order that has no repair form. */
export async function urgesOfOrder({ sql, tenantId }: Reading, orderId: string): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from ${urge.table} u where u.tenant_id = $1 and u.registration_form_id = $2 and u.is_deleted = 0`,
    [tenantId, orderId],
  );
  return n;
}
