import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { sapStatus } from '../dictionaries.ts';

export type SapState = KeyOf<typeof sapStatus>;

/** States in which SAP has nothing left to do for a document. */
export const SAP_DONE: readonly string[] = ['notNeeded', 'pushed', 'skipped'];

/** States from the worst to the best: a document has the worst one of its rows. */
const WORST: readonly SapState[] = ['failed', 'queued', 'none', 'pushed', 'skipped'];

/** Return the state of a document by those of its rows. */
export const worstOf = (states: readonly SapState[]): SapState =>
  WORST.find((one) => states.includes(one)) ?? 'notNeeded';
