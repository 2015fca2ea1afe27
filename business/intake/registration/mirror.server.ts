import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { registerStatus } from '#business/scheduling/dictionaries.ts';
import { mirrorOf } from '../mirror.rules.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import type { registration } from './registration.paper.ts';

/** Move the repair form of a registration to the matching state, if it has one. */
export async function mirrorToOrder(
  context: Context,
  order: Pick<Row<typeof registration>, 'repairFormId'>,
  state: KeyOf<typeof registerStatus>,
  values: Record<string, unknown> = {},
): Promise<void> {
  if (order.repairFormId) await context.move(repairForm, order.repairFormId, mirrorOf(state), 'mirror', values);
}
