import type { SqlColumn } from '../column.ts';
import { textColumn } from '../text/text.server.ts';

/** Stored exactly as entered. */
export const postalAddressColumn: SqlColumn = textColumn;
