import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { registration } from './registration.paper.ts';

/** Return the order that a visit, a form or a completion is for; each of them has one from its start. */
export const orderOf = (
  reading: Pick<Reading, 'get'>,
  of: { readonly registrationFormId?: string | null },
): Promise<Row<typeof registration>> => reading.get(registration, must(of.registrationFormId, 'the order'));
