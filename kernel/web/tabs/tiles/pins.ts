/** Return the key of a pinned row: the name of its paper and its id. */
export const pinKey = (paper: string, id: string): string => `${paper}:${id}`;

/** Maximum number of pinned rows: each is computed when the page opens. */
export const MAX_PINS = 6;

/** Return the pinned rows among the keys of an order. */
export function pinsIn(
  order: readonly string[],
): readonly { readonly key: string; readonly paper: string; readonly id: string }[] {
  return order
    .flatMap((key) => {
      const [, paper, id] = /^([a-zA-Z]+):(\d{1,20})$/.exec(key) ?? [];
      return paper && id ? [{ key, paper, id }] : [];
    })
    .slice(0, MAX_PINS);
}
