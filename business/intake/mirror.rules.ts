import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { repairStatus } from './dictionaries.ts';
import type { registerStatus } from '#business/scheduling/dictionaries.ts';

type OfRegistration = KeyOf<typeof registerStatus>;
type OfRepair = KeyOf<typeof repairStatus>;

const mirrored: Record<OfRegistration, OfRepair> = {
  registered: 'accepted',
  waiting: 'accepted',
  dispatched: 'dispatched',
  inService: 'inService',
  finished: 'finished',
  confirmed: 'finished',
  closed: 'closed',
  cancelled: 'cancelled',
};

/** Return the state that a repair form has while its registration is in this state. */
export const mirrorOf = (state: OfRegistration): OfRepair => mirrored[state];

/** Does a registration in this state follow changes of its repair form? It does until a technician is on the way. */
export const followsRepairForm = (state: string): boolean => state === 'registered' || state === 'waiting';
