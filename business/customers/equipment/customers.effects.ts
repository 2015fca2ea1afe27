import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Papers that the product changes together with machines and customers, each with its reason. */
export default [
  {
    by: ['equipment'],
    on: ['serviceFile'],
    does: ['change'],
    because: 'a service file counts its machines',
    named: 'the file is the one that the machine belongs to; only its sums change',
  },
] satisfies Effect[];
