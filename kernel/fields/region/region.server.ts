import type { Column } from '../column.ts';

export const regionColumn: Column = { type: () => 'text', empty: '', indexed: true };
