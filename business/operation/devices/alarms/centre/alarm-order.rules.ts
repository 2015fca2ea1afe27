/** What of an alarm decides where it stands. */
export interface OrderedAlarm {
  readonly id: string;
  readonly level: string;
  readonly startTime: string;
  readonly householdId: string;
}

const LEVELS = ['critical', 'major', 'minor', 'info'];

/** Where a level stands; the most severe is 0. */
export const rankOf = (level: string): number => {
  const at = LEVELS.indexOf(level);
  return at < 0 ? LEVELS.length : at;
};

/** Alarms of a home belong together; one of no home stands alone. */
export const homeKey = ({ id, householdId }: Pick<OrderedAlarm, 'id' | 'householdId'>): string =>
  householdId || `alarm ${id}`;

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
    const key = homeKey(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flat();
}

export const isGrave = ({ level }: Pick<OrderedAlarm, 'level'>): boolean => rankOf(level) < 2;

/** Alarms of homes where nothing grave is: they fold away. */
export function foldable<A extends OrderedAlarm>(alarms: readonly A[]): A[] {
  const grave = new Set(alarms.filter(isGrave).map(homeKey));
  return alarms.filter((one) => !grave.has(homeKey(one)));
}
