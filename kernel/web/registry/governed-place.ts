import type { AnyPaper } from '#kernel/language/paper.ts';
import { type ScreenPlace, screenPlace } from './places.tsx';
import type { WireRow } from './rows.ts';

interface GovernedRow {
  readonly of: AnyPaper;
  readonly row: WireRow;
}

/** A place in the detail, below its head. It is shown if the record waits for a verdict that a process may govern. */
export const governedPlace: ScreenPlace<GovernedRow> = screenPlace('detail.governed');

/** Return whether a record waits for a verdict that a process may govern. */
export function waitsForJudgement(of: AnyPaper, row: WireRow): boolean {
  const life = of.lifecycle;
  return life?.governed !== undefined && row[life.field] === life.actions[life.governed.start].to;
}
