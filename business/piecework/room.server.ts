import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Behaviour, Serving } from '#kernel/server/behaviour.ts';
import type { House } from '#kernel/server/house.ts';

/** What the papers of the piece-work room do beyond their definitions. */
export const behaviours: readonly Behaviour<AnyPaper>[] = [];

/** What piece-work does for other rooms. */
export const services: readonly Serving[] = [];

/** Work behind the calls: jobs and what is listened to. */
export function startWork(_house: House): void {}
