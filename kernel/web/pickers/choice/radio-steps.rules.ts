const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface Choosable {
  readonly key: string;
  readonly disabled?: boolean;
}

/** Which item takes Tab: the chosen one, or the first that can be chosen. */
export const tabStopOf = (items: readonly Choosable[], value: string): string | undefined =>
  items.find((one) => one.key === value && !one.disabled)?.key ?? items.find((one) => !one.disabled)?.key;

/**
 * The index where a key leads from an item: arrows go round, Home and End to the ends, past what is disabled.
 * `undefined`: the key is none of a radio group, or there is nowhere to go.
 * Source: WAI-ARIA Authoring Practices, radio group.
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
