/** A pinned row: the name of its paper and its id. */
export const pinKey = (paper: string, id: string): string => `${paper}:${id}`;

/** So many rows are pinned at most: each is reckoned when the page opens. */
export const MOST_PINS = 6;

/** The pinned rows among the keys of an order. */
export function pinsIn(
  order: readonly string[],
): readonly { readonly key: string; readonly paper: string; readonly id: string }[] {
  return order
    .flatMap((key) => {
      const [, paper, id] = /^([a-zA-Z]+):(\d{1,20})$/.exec(key) ?? [];
      return paper && id ? [{ key, paper, id }] : [];
    })
    .slice(0, MOST_PINS);
}
