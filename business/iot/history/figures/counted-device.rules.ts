import type { FigureProperty } from './day-figures.rules.ts';

/** A device whose days are counted, with the clocks of its company. */
export interface CountedDevice {
  readonly tenantId: string;
  readonly zone: string;
  readonly deviceId: string;
  readonly properties: readonly FigureProperty[];
  /** Nothing of before this moment counts (milliseconds): it was others' then. */ readonly since?: number;
}
