import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** What papers of this room need around them before a sample can be saved. */
export default {
  // A fee of a completion is no larger than the completion says.
  async collection(_world, asked) {
    return asked.completionId ? { collectType: 'labor', receivableAmount: '0.00', amount: '0.00' } : {};
  },
} satisfies Readonly<Record<string, Fixtures>>;
