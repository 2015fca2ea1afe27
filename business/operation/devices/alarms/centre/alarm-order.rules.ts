/** Fields by which alarms are sorted in the list. */
export interface OrderedAlarm {
  readonly id: string;
  readonly level: string;
  readonly startTime: string;
  readonly householdId: string;
}

const LEVELS = ['critical', 'major', 'minor', 'info'];

/** Return the rank of a level: 0 for critical, higher for lesser levels. */
export const rankOf = (level: string): number => {
  const at = LEVELS.indexOf(level);
  return at < 0 ? LEVELS.length : at;
};

/** Return the key by which alarms are grouped by home; an alarm without a home is its own group. */
export const homeKey = ({ id, householdId }: Pick<OrderedAlarm, 'id' | 'householdId'>): string =>
  householdId || `alarm ${id}`;

/** Sort alarms by severity, then by start. All alarms of a home follow its first one. */
export function byHomes<A extends OrderedAlarm>(alarms: readonly A[]): A[] {
  const sorted = alarms.toSorted(
    (one, other) =>
      rankOf(one.level) - rankOf(other.level) ||
      one.startTime.localeCompare(other.startTime) ||
      one.id.localeCompare(other.id),
  );
  const groups = new Map<string, A[]>();
  for (const one of sorted) {
    const key = homeKey(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flat();
}

export const isGrave = ({ level }: Pick<OrderedAlarm, 'level'>): boolean => rankOf(level) < 2;

/** Return the alarms of homes that have no critical or major alarm: the list collapses them. */
export function foldable<A extends OrderedAlarm>(alarms: readonly A[]): A[] {
  const grave = new Set(alarms.filter(isGrave).map(homeKey));
  return alarms.filter((one) => !grave.has(homeKey(one)));
}
