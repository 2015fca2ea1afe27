import type { SqlColumn } from '../column.ts';
import { isSealedText } from '../sealed-text.ts';

/** Stored as encrypted by the vault. Binding any other text throws, because only a programming error can cause it. */
export const secretColumn: SqlColumn = {
  type: () => 'text',
  bind(value) {
    if (!isSealedText(String(value))) throw new Error('a secret must be sealed before it is written');
    return value;
  },
  empty: undefined,
  indexed: false,
};
