import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of machines and customers on other papers. */
export default [
  {
    by: ['equipment'],
    on: ['serviceFile'],
    does: ['change'],
    because: 'a service file counts its machines',
    named: 'the file is the one that the machine belongs to; only its sums change',
  },
] satisfies Effect[];
