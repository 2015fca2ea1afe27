import type { Behaviour } from '#kernel/server/behaviour.ts';

/** What the papers of the after-sales room do beyond their definitions. */
export const behaviours: readonly Behaviour[] = [];
