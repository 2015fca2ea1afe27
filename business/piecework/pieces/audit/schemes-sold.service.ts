import { question } from '#kernel/language/rooms/service.ts';
import type { SoldScheme } from './audit.calls.ts';

/** The service contracts of a sale that the person sees, by the number of the sale. */
export const schemesSold = question<{ readonly businessId: string }, readonly SoldScheme[]>('scheme.ofSale');
