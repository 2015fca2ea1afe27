import type { Context } from '#kernel/server';
import { schemeUse } from './scheme-use.paper.ts';

/** Store the planned visit for which an order uses each contract, by the id of the contract. */
export async function namePlans(
  context: Context,
  registrationFormId: string,
  plans: ReadonlyMap<string, string>,
): Promise<void> {
  const uses = await context.find(schemeUse, { registrationFormId, consumeStatus: 'locked' }, { limit: 100 });
  await context.touch(
    schemeUse,
    uses.flatMap(({ id, schemeId }) => {
      const planId = plans.get(schemeId);
      return planId ? [{ id, planId }] : [];
    }),
  );
}
