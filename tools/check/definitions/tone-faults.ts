import type { Dictionary } from '#kernel/language/dictionary.ts';

/** How a state begins that waits for somebody. */
const WAITS = /^(?:待|未交|未审)/;

/** What waits for somebody is amber, whatever it is called after that: a reader looks for that colour. */
export const toneFaults = ({ code, items }: Pick<Dictionary, 'code' | 'items'>): string[] =>
  Object.entries(items)
    .filter(([, [zh, , tone]]) => WAITS.test(zh) && tone !== 'amber')
    .map(([key, [zh]]) => `${code}: ${key} (${zh}) waits for somebody and is not amber.`);
