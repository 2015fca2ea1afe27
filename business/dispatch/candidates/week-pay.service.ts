import { question } from '#kernel/language/rooms/service.ts';

/** Piece money of the week that begins on a Monday, per technician, in CNY: made already, and what a visit that is still to come usually brings. */
export const weekPay = question<
  { readonly technicianIds: readonly string[]; readonly monday: string },
  ReadonlyMap<string, number>
>('candidates.weekPay');
