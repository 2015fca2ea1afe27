/** Return a value that its caller knows to be there; throw with its name where it is not. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

/** Return the value of a key that its caller knows to be there; throw with the key where it is not. */
export function mustGet<K, V>(map: { get(key: K): V | undefined }, key: K): NonNullable<V> {
  return must(map.get(key), `the value of the key ${String(key)}`);
}

/** Return the first item that fits where the caller knows that one does; throw where none does. */
export const mustFind = <T>(items: readonly T[], fits: (item: T) => boolean): NonNullable<T> =>
  must(items.find(fits), 'an item that fits');

/** Return the last item of a list that is not empty; throw where it is. */
export const lastOf = <T>(items: readonly T[]): NonNullable<T> => must(items.at(-1), 'the last item');

/** Return a row in which the named columns are known to have values; throw with the first that has none. */
export function mustHave<R, K extends keyof R & string>(
  row: R,
  ...names: readonly K[]
): R & { readonly [P in K]: NonNullable<R[P]> } {
  for (const name of names) must(row[name], name);
  return row as R & { readonly [P in K]: NonNullable<R[P]> };
}
