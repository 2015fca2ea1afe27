import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The world that papers of homes need around them before a sample can be saved; for tests only. */
export default {
  // Two samples of one address would be one dwelling.
  async roomAddress() {
    return { premisesId: undefined };
  },
  async household() {
    return { customerId: undefined };
  },
} satisfies Readonly<Record<string, Fixtures>>;
