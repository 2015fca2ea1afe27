import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { lines } from '#kernel/language/calls/call.ts';

/** Contracts that a new order uses, each with the visits that it takes of it. */
export const namedSchemes = lines(
  ['方案', 'Service contracts'],
  {
    schemeId: id(['维保方案', 'Service contract'], { required: true }),
    consumeTimes: integer(['扣减次数', 'Visits'], { max: 365 }),
  },
  { most: 20 },
);
