import type { Row } from '#kernel/language/paper.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { registration } from '../registration/registration.paper.ts';
import type { CoverFees } from './cover.rules.ts';

/**
 * Reserve a visit of a contract for an order that a lead puts under it, and return who pays. Refuse if no contract fits,
 * or if several fit and none is named.
 */
export const takeScheme = service<
  { readonly order: Row<typeof registration>; readonly schemeId: string | null },
  CoverFees
>('scheme.take');
