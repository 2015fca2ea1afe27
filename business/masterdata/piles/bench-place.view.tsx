import { screenPlace } from '#kernel/web/registry/places.tsx';
import type { BenchName } from './bench-roles.rules.ts';

/** The place at the right of an ordered list, for what the role looks at beside. */
export const besidePlace = screenPlace<{ readonly bench: BenchName }>('bench.beside');
