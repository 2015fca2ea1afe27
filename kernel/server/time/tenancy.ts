import type { Clock } from './clock.ts';
import { inZone } from './clock.ts';
import type { Tenancy } from '../database/database.ts';

/** Return the current time in the zone of a tenant, `yyyy-MM-dd HH:mm:ss`. */
export const nowOf = (clock: Clock, tenancy: Tenancy): string => inZone(clock.ms(), tenancy.zone);
