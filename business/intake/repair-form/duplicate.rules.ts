/** Forms of the last three days may be the same call made twice. */
export const DUPLICATE_HOURS = 72;

/** States in which a form is still waiting for its end. */
export const OPEN_REPAIR_STATES = ['submitted', 'accepted', 'dispatched', 'inService'] as const;

/** What two forms are compared by. */
export interface Reported {
  readonly customerId: string | null;
  readonly phone: string | null;
  readonly equipmentId: string | null;
  readonly repairType: string;
  readonly alarmId: string | null;
}

const sameCaller = (one: Reported, other: Reported): boolean =>
  one.customerId && other.customerId
    ? one.customerId === other.customerId
    : one.phone !== null && one.phone === other.phone;

/**
 * Is it probably the same matter? The same alarm; the same machine of the same customer; and where one of the two names no machine,
 * the same system of that customer. A caller who is no customer yet is known by his number.
 */
export function isLikelySame(one: Reported, other: Reported): boolean {
  if (one.alarmId && one.alarmId === other.alarmId) return true;
  if (!sameCaller(one, other)) return false;
  return one.equipmentId && other.equipmentId
    ? one.equipmentId === other.equipmentId
    : one.repairType === other.repairType;
}

/** What two saves of the same matter at once wait for, in an order that cannot lock crosswise. */
export const duplicateLocks = (of: Reported): string[] =>
  [
    of.alarmId && `repair alarm ${of.alarmId}`,
    of.customerId ? `repair customer ${of.customerId}` : of.phone && `repair phone ${of.phone}`,
  ].filter((key): key is string => Boolean(key));
