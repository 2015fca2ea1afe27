/** Maximum age in hours of a form that may be a duplicate. */
export const DUPLICATE_HOURS = 72;

/** States in which a submitted form is open. */
export const OPEN_REPAIR_STATES = ['submitted', 'accepted', 'dispatched', 'inService'] as const;

/** The facts by which two forms are compared. */
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
 * Are two forms probably duplicates? They are if they have the same alarm, or the same customer (else phone) and
 * machine. If one names no machine, the systems are compared.
 */
export function isLikelySame(one: Reported, other: Reported): boolean {
  if (one.alarmId && one.alarmId === other.alarmId) return true;
  if (!sameCaller(one, other)) return false;
  return one.equipmentId && other.equipmentId
    ? one.equipmentId === other.equipmentId
    : one.repairType === other.repairType;
}

/**
 * Return the keys to lock while a form is saved, so that two forms about the same fault are saved one after the other.
 * Their fixed order prevents deadlocks.
 */
export const duplicateLocks = (of: Reported): string[] =>
  [
    of.alarmId && `repair alarm ${of.alarmId}`,
    of.customerId ? `repair customer ${of.customerId}` : of.phone && `repair phone ${of.phone}`,
  ].filter((key): key is string => Boolean(key));
