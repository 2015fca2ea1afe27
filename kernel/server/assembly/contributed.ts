import type { Contribution } from '#kernel/language/rooms/contribution.ts';

/** Values that a room adds to an extension point of another room. */
export interface Contributed {
  readonly to: Contribution;
  readonly values: readonly unknown[];
}

/** Add values to an extension point, checked against its definition. */
export const contributing = <T>(to: Contribution<T>, values: readonly T[]): Contributed => ({ to, values });

/** Return the values of all rooms in the order of the rooms, by the name of the extension point. */
export const contributionsOf = (all: readonly Contributed[]): ReadonlyMap<string, readonly unknown[]> =>
  new Map(
    [...Map.groupBy(all, (one) => one.to.name)].map(([name, parts]) => [name, parts.flatMap((one) => one.values)]),
  );

/** Return the values of an extension point; empty where no room adds any. */
export const addedTo = <T>(
  { contributions }: { readonly contributions: ReadonlyMap<string, readonly unknown[]> },
  place: Contribution<T>,
): readonly T[] => (contributions.get(place.name) ?? []) as readonly T[];
