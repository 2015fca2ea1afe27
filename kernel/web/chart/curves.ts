import { momentOf } from '../i18n/company-time.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Point } from './time-scale.rules.ts';

/** A line that a curve is held against. */
export interface CurveLimit {
  readonly value: number;
  readonly tone: 'red' | 'amber' | 'green';
  readonly word: Label;
}

/** A span shaded behind all curves, with a word in the first panel. */
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
  readonly limits?: readonly CurveLimit[];
}

/** What all panels share: the time axis in pixels, its round moments, and where the cursor stands. */
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

/** By how many milliseconds the clock of the company is ahead of UTC at a moment. */
export const aheadMs = (at: number): number =>
  Date.parse(`${momentOf(new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
