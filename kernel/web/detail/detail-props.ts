import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Lacking } from '../actions/actions.tsx';
import type { WireRow } from '../registry/rows.ts';

export interface DetailProps {
  readonly of: AnyPaper;
  readonly id: string;
  /** The rows of the list under the detail, through which previous and next move. */
  readonly rows: readonly WireRow[];
  /**
   * Number of rows on the pages before `rows`. `total`: the number of all rows of the list, which is an estimate if
   * `about` is true.
   */
  readonly before?: number;
  readonly total?: number;
  readonly about?: boolean;
  readonly onGo: (id: string | null) => void;
  readonly onEdit: (row: WireRow, lacking?: Lacking) => void;
  readonly onCopy: (row: WireRow) => void;
  readonly onRemove: (row: WireRow) => void;
}
