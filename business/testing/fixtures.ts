import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { given as maintenance } from '#business/masterdata/testing/fixtures.ts';
import { given as materials } from '../materials/testing/fixtures.ts';
import { given as piecework } from '../piecework/testing/fixtures.ts';

/** What the papers of all rooms need around them before a sample of them can be saved; for tests only. */
export const given: Readonly<Record<string, Fixtures>> = { ...maintenance, ...materials, ...piecework };
