import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The rows that samples of this room's papers need. */
export default {
  // A fee of a contract needs one. A collection of a completion has the amount 0, because it may not exceed the completion's fee.
  async collection(_world, asked) {
    return {
      collectType: 'labor',
      ...(asked.completionId !== undefined && { receivableAmount: '0.00', amount: '0.00' }),
    };
  },
} satisfies Readonly<Record<string, Fixtures>>;
