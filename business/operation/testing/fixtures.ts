import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Values and rows that papers of this room need before a sample row can be saved; for tests only. */
export default {
  // Each sample has its own address, since two with the same would be one dwelling.
  async roomAddress() {
    return { premisesId: undefined };
  },
  async household() {
    return { customerId: undefined };
  },
} satisfies Readonly<Record<string, Fixtures>>;
