/** What of an alarm decides where it stands. */
export interface OrderedAlarm {
  readonly id: string;
  readonly level: string;
  readonly startTime: string;
  readonly householdId: string;
}

const LEVELS = ['critical', 'major', 'minor', 'info'];
const rankOf = (level: string): number => {
  const at = LEVELS.indexOf(level);
  return at < 0 ? LEVELS.length : at;
};

/** Grave ones first, of a level the oldest first; those of a home stand together where its first one stands. */
export function byHomes<A extends OrderedAlarm>(alarms: readonly A[]): A[] {
  const sorted = alarms.toSorted(
    (one, other) =>
      rankOf(one.level) - rankOf(other.level) ||
      one.startTime.localeCompare(other.startTime) ||
      one.id.localeCompare(other.id),
  );
  const groups = new Map<string, A[]>();
  for (const one of sorted) {
    const key = one.householdId || `alarm ${one.id}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flat();
}

/** Only the grave ones, unless all are wanted. */
export const isGrave = ({ level }: Pick<OrderedAlarm, 'level'>): boolean => rankOf(level) < 2;
