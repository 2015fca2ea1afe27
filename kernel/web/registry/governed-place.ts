import type { AnyPaper } from '#kernel/language/paper.ts';
import { type ScreenPlace, screenPlace } from './places.tsx';
import type { WireRow } from './rows.ts';

interface GovernedRow {
  readonly of: AnyPaper;
  readonly row: WireRow;
}

/** Below the head of a record that waits for its judgement, where a process may govern that. */
export const governedPlace: ScreenPlace<GovernedRow> = screenPlace('detail.governed');

/** Does a record wait for a judgement that a process may govern? */
export function waitsForJudgement(of: AnyPaper, row: WireRow): boolean {
  const life = of.lifecycle;
  return life?.governed !== undefined && row[life.field] === life.actions[life.governed.start].to;
}
