import { question } from '#kernel/language/rooms/service.ts';

/** The payer of a part that a contract of its order lists as a consumable; null if none lists it. */
export const contractPayer = question<
  { readonly registrationFormId: string; readonly materialId: string; readonly schemeSuppliesId: string | null },
  'plan' | 'customer' | null
>('supply.contractPayer');
