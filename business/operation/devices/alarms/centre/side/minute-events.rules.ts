export type MinuteKind = 'new' | 'raised' | 'recovered' | 'confirmed' | 'released';

export interface MinuteEvent<A> {
  readonly kind: MinuteKind;
  /** Moment of the change as text, in the form of the API. */ readonly at: string;
  readonly of: A;
}

const TIMES = [
  ['new', 'startTime'],
  ['recovered', 'recoverTime'],
  ['confirmed', 'confirmTime'],
  ['released', 'releaseTime'],
] as const;

/** Return the changes of alarms after a moment, newest first. One alarm may have several. */
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
