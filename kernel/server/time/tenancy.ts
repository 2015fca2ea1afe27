import type { Clock } from './clock.ts';
import { inZone } from './clock.ts';
import type { Tenancy } from '../database/database.ts';

/** The wall clock of a tenant. */
export const nowOf = (clock: Clock, tenancy: Tenancy): string => inZone(clock.ms(), tenancy.zone);
