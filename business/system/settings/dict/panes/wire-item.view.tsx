import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { DictEntry } from '../dict.calls.ts';

/** A group or an item of a dictionary, with those below it. */
export interface WireItem extends DictEntry, Pick<WireRow, '_names' | '_can'> {
  readonly children?: readonly WireItem[];
}
