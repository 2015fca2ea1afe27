import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import type { DemoUser, DemoWorld } from '#business/system/seed/demo-world.seed.ts';

/** Return the account of a technician, as a demo run needs it. */
export const accountOf = (id: string): DemoUser => ({
  id,
  account: '',
  realName: '',
  deptId: '',
  role: 'as_technician',
});

/** Run one step in a transaction of its own. A refused step is reported, and the day goes on. Return whether it held. */
export async function stepBy(
  world: DemoWorld,
  who: string | DemoUser,
  at: string,
  work: (context: Context) => Promise<unknown>,
): Promise<boolean> {
  try {
    await world.as(who, at, work);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.refused?.(at, error.reason);
    return false;
  }
}
