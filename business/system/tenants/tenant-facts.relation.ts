import { relation } from '#kernel/server';
import { tenant } from './tenant.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const tenantFacts = relation(tenant, ['tenantName']);
