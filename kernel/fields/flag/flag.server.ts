import type { Column } from '../column.ts';

export const flagColumn: Column = { type: () => 'boolean', empty: undefined, indexed: true };
