/** Return a value that the caller expects to exist. Throw with the name `what` if it is null or undefined. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

/** Return the value of a key that the caller expects to exist. Throw with the key if it does not. */
export function mustGet<K, V>(map: { get(key: K): V | undefined }, key: K): NonNullable<V> {
  return must(map.get(key), `the value of the key ${String(key)}`);
}

/** Return the first item that fits. Throw if none does, which the caller does not expect. */
export const mustFind = <T>(items: readonly T[], fits: (item: T) => boolean): NonNullable<T> =>
  must(items.find(fits), 'an item that fits');

/** Return the last item of a list that the caller expects not to be empty. Throw if it is. */
export const lastOf = <T>(items: readonly T[]): NonNullable<T> => must(items.at(-1), 'the last item');

/** Return a row whose named columns are known to have values. Throw with the name of the first one without. */
export function mustHave<R, K extends keyof R & string>(
  row: R,
  ...names: readonly K[]
): R & { readonly [P in K]: NonNullable<R[P]> } {
  for (const name of names) must(row[name], name);
  return row as R & { readonly [P in K]: NonNullable<R[P]> };
}
