import type { SqlColumn } from '../column.ts';
import { textColumn } from '../text/text.server.ts';

/** Kept as it was typed, all of it. */
export const postalAddressColumn: SqlColumn = textColumn;
