import { momentOf } from '../i18n/company-time.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Point } from './time-scale.rules.ts';

/** A horizontal line at a limit value of a curve. */
export interface CurveLimit {
  readonly value: number;
  readonly tone: 'red' | 'amber' | 'green';
  readonly word: Label;
}

/** A shaded span behind all curves, with a label in the first panel. */
export interface CurveBand {
  readonly from: number;
  readonly until: number;
  readonly tone: 'grey' | 'amber' | 'green' | 'red';
  readonly word?: Label;
}

/** One curve. Curves of one unit share a panel. */
export interface Curve {
  readonly key: string;
  readonly name: Label;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Maximum time between two connected points of this curve, in ms; absent: that of all curves. */
  readonly gapMs?: number;
  /** Moment until which the last value holds, in ms; absent: it ends at its point. */ readonly heldUntil?: number;
  readonly limits?: readonly CurveLimit[];
}

/**
 * Drawing data that all panels share: the scale of the time axis, its ticks, and the time at the cursor (null for
 * none).
 */
export interface PanelFrame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly isNarrow: boolean;
  readonly x: (at: number) => number;
  readonly ticks: readonly number[];
  readonly gapMs: number;
  readonly cursor: number | null;
  readonly bands: readonly CurveBand[];
}

/** Return the offset of the company's time zone from UTC at a moment, in ms. */
export const aheadMs = (at: number): number =>
  Date.parse(`${momentOf(new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
