import type { SqlColumn } from '../column.ts';
import { isSealedText } from '../sealed-text.ts';

/** Kept as the vault sealed it; anything else is a fault of the program, not of a person. */
export const secretColumn: SqlColumn = {
  type: () => 'text',
  bind(value) {
    if (!isSealedText(String(value))) throw new Error('a secret must be sealed before it is written');
    return value;
  },
  empty: undefined,
  indexed: false,
};
