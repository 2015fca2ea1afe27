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

/** The state of a repair form that follows from that of its registration. */
export const mirrorOf = (state: OfRegistration): OfRepair => mirrored[state];

/** While nobody is on the way, what changes on the repair form changes on the registration too. */
export const followsRepairForm = (state: string): boolean => state === 'registered' || state === 'waiting';
