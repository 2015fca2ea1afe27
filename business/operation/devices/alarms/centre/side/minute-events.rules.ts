export type MinuteKind = 'new' | 'raised' | 'recovered' | 'confirmed' | 'released';

export interface MinuteEvent<A> {
  readonly kind: MinuteKind;
  /** As the wire writes it. */ readonly at: string;
  readonly of: A;
}

const TIMES = [
  ['new', 'startTime'],
  ['recovered', 'recoverTime'],
  ['confirmed', 'confirmTime'],
  ['released', 'releaseTime'],
] as const;

/** What happened to alarms since a moment of the wire, the newest first. */
export function minuteEvents<A extends object>(alarms: readonly A[], since: string): MinuteEvent<A>[] {
  return alarms
    .flatMap((of) =>
      TIMES.flatMap(([kind, name]): MinuteEvent<A>[] => {
        const at = (of as Readonly<Record<string, unknown>>)[name];
        return typeof at === 'string' && at > since ? [{ kind, at, of }] : [];
      }),
    )
    .toSorted((one, other) => other.at.localeCompare(one.at));
}
