import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Lacking } from '../actions/actions.tsx';
import type { WireRow } from '../registry/rows.ts';

export interface DetailProps {
  readonly of: AnyPaper;
  readonly id: string;
  /** The rows of the list behind it: previous and next go through them. */
  readonly rows: readonly WireRow[];
  /** How many rows stand before these, and how many there are in all. */
  readonly before?: number;
  readonly total?: number;
  readonly about?: boolean;
  readonly onGo: (id: string | null) => void;
  readonly onEdit: (row: WireRow, lacking?: Lacking) => void;
  readonly onCopy: (row: WireRow) => void;
  readonly onRemove: (row: WireRow) => void;
}
