import type { Contribution } from '#kernel/language/rooms/contribution.ts';

/** What a room adds to a place. */
export interface Contributed {
  readonly to: Contribution;
  readonly values: readonly unknown[];
}

/** Adds to a place; what it takes is checked against its definition. */
export const contributing = <T>(to: Contribution<T>, values: readonly T[]): Contributed => ({ to, values });

/** What all rooms add, by the name of the place, in the order of the rooms. */
export const contributionsOf = (all: readonly Contributed[]): ReadonlyMap<string, readonly unknown[]> =>
  new Map(
    [...Map.groupBy(all, (one) => one.to.name)].map(([name, parts]) => [name, parts.flatMap((one) => one.values)]),
  );

/** What was added to a place; nothing where no room did. */
export const addedTo = <T>(
  { contributions }: { readonly contributions: ReadonlyMap<string, readonly unknown[]> },
  place: Contribution<T>,
): readonly T[] => (contributions.get(place.name) ?? []) as readonly T[];
