/** One figure of the client: what it is, in which unit, how much, and what a bare page needs for the same. */
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

/** A figure that may be so much and not more. */
export const atMost = (goal: number, name: string, value: number, unit: Unit = 'ms', bare?: number): WebFigure => ({
  name,
  unit,
  value,
  bare,
  goal: `≤ ${worded(unit, goal)}`,
  met: value <= goal,
});

/** A figure that must be so much or more. */
export const atLeast = (goal: number, name: string, value: number, unit: Unit): WebFigure => ({
  name,
  unit,
  value,
  goal: `≥ ${worded(unit, goal)}`,
  met: value >= goal,
});

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The value that all but two in a hundred stay below. */
export const ninetyEighth = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.98) - 1] ?? 0;
