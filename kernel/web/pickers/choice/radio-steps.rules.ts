const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface Choosable {
  readonly key: string;
  readonly disabled?: boolean;
}

/** Return the key of the item that Tab reaches: the chosen one, else the first that is not disabled. */
export const tabStopOf = (items: readonly Choosable[], value: string): string | undefined =>
  items.find((one) => one.key === value && !one.disabled)?.key ?? items.find((one) => !one.disabled)?.key;

/**
 * Return the index that a key chooses from the item `from`. Arrows go round, Home and End to the ends, and disabled
 * items are skipped. Undefined: another key, or no other item. Source: WAI-ARIA Authoring Practices, radio group.
 */
export function radioStep(items: readonly Choosable[], from: number, key: string): number | undefined {
  const open = items.flatMap((one, at) => (one.disabled ? [] : [at]));
  const to =
    key === 'Home'
      ? open[0]
      : key === 'End'
        ? open.at(-1)
        : key in STEPS
          ? open.at((open.indexOf(from) + STEPS[key]) % open.length)
          : undefined;
  return to === from ? undefined : to;
}
