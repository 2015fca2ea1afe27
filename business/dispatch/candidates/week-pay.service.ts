import { question } from '#kernel/language/rooms/service.ts';

/**
 * Piecework pay of each technician in the week from a Monday, in CNY. It includes the usual amount for visits that are
 * still planned.
 */
export const weekPay = question<
  { readonly technicianIds: readonly string[]; readonly monday: string },
  ReadonlyMap<string, number>
>('candidates.weekPay');
