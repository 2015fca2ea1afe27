import type { Column } from '../column.ts';

export const dictsColumn: Column = { type: () => 'text[]', empty: [], indexed: false };
