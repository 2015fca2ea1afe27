import type { Row } from '#kernel/language/paper.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { collection } from './collection.paper.ts';

/** Refuses a collection that its contract does not take: of another customer, or above what its price leaves. */
export const assertSchemeMoney = service<{ readonly row: Row<typeof collection>; readonly id: string | null }>(
  'scheme.assertMoney',
);
