import type { Pile } from '#business/masterdata/piles/pile.rules.ts';

/** Forms of a day: how many came, how many were accepted and how fast, and at which hours. */
export interface Pulse {
  readonly came: number;
  readonly accepted: number;
  readonly minutes: number;
  readonly hours: readonly number[];
}

/** What the workbench answers. */
export interface WorkbenchAnswer {
  readonly piles: readonly Pile[];
  readonly today?: Pulse;
  readonly before?: Pulse;
}
