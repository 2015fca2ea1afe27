import type { Reading } from '#kernel/server';
import { tenantFacts } from '#business/system/tenants/tenant-facts.relation.ts';
import { premisesFacts } from '../premises-facts.relation.ts';

/** Return the company as its customers see it: its name, and its service phone, which may be empty. */
export async function companyOfPage(
  reading: Reading,
): Promise<{ readonly company: string; readonly servicePhone: string }> {
  const [tenant] = await reading.sql.query<{ name: string }>(
    `select tenant_name as name from ${tenantFacts} where tenant_id = $1`,
    [reading.tenantId],
  );
  return { company: tenant.name, servicePhone: await reading.parameter('as.service.phone') };
}

/** Return the name of an estate; null without one. */
export async function estateName(reading: Reading, premisesId: string | null): Promise<string | null> {
  const [estate] = premisesId
    ? await reading.sql.query<{ name: string }>(
        `select premises_name as name from ${premisesFacts} where tenant_id = $1 and id = $2`,
        [reading.tenantId, premisesId],
      )
    : [];
  return estate?.name ?? null;
}
