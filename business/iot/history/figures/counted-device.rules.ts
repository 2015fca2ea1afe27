import type { FigureProperty } from './day-figures.rules.ts';

/** A device whose figures are computed, with its properties and the time zone of its company. */
export interface CountedDevice {
  readonly tenantId: string;
  readonly zone: string;
  readonly deviceId: string;
  readonly properties: readonly FigureProperty[];
  /** Ignore messages before this moment (milliseconds): they are of the home that had the device before. */
  readonly since?: number;
}
