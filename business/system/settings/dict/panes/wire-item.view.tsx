import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { DictItem } from '../dict.calls.ts';

/** A group or an item of a dictionary, with those below it. */
export interface WireItem extends DictItem, Pick<WireRow, '_names' | '_can'> {
  readonly children?: readonly WireItem[];
}
