import type { OwnCall } from '#kernel/server';

/** Rules at the addresses of models and of devices. */
export const ruleAddresses: readonly OwnCall[] = [];
