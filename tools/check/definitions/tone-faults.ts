import type { Dictionary } from '#kernel/language/dictionary.ts';

/** Matches labels of states in which somebody must act. */
const WAITS = /^(?:待|未交|未审)/;

/** Return a fault for each waiting state that is not amber: people look for that colour. */
export const toneFaults = ({ code, items }: Pick<Dictionary, 'code' | 'items'>): string[] =>
  Object.entries(items)
    .filter(([, [zh, , tone]]) => WAITS.test(zh) && tone !== 'amber')
    .map(([key, [zh]]) => `${code}: ${key} (${zh}) waits for somebody and is not amber.`);
