import { relation } from '#kernel/server';
import { tenant } from './tenant.paper.ts';

/** Fields that statements of other rooms read. */
export const tenantFacts = relation(tenant, ['tenantName']);
