import type { Column } from '../column.ts';

export const dayColumn: Column = { type: () => 'date', empty: '', indexed: false };
