/** A measured figure of the client; `bare` is that of a page without scripts. */
export interface WebFigure {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number;
  readonly bare?: number;
  readonly goal: string;
  readonly met: boolean;
}

type Unit = 'ms' | 'MB' | 'fps' | '';

const worded = (unit: Unit, goal: number): string => `${goal}${unit && ` ${unit}`}`;

/** Return a figure with an upper limit. */
export const atMost = (goal: number, name: string, value: number, unit: Unit = 'ms', bare?: number): WebFigure => ({
  name,
  unit,
  value,
  bare,
  goal: `≤ ${worded(unit, goal)}`,
  met: value <= goal,
});

/** Return a figure with a lower limit. */
export const atLeast = (goal: number, name: string, value: number, unit: Unit): WebFigure => ({
  name,
  unit,
  value,
  goal: `≥ ${worded(unit, goal)}`,
  met: value >= goal,
});

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Return the 98th percentile. */
export const ninetyEighth = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.98) - 1] ?? 0;
