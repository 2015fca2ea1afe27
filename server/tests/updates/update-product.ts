import { must } from '#kernel/language/must.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from '#kernel/testing/template.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { prepare } from '../../prepare.ts';

/** Start the product over the database of a test, as after an update. Return the number of changes. */
export async function updateProduct(server: TestServer): Promise<number> {
  const dataDir = join(must(process.env.ANJU_TEST_DATA, 'ANJU_TEST_DATA'), 'old-database');
  mkdirSync(dataDir, { recursive: true });
  const appUrl = databaseUrl(
    must(process.env.ANJU_TEST_APP_URL, 'ANJU_TEST_APP_URL'),
    new URL(server.ownerUrl).pathname.slice(1),
  );
  return (await prepare({ ownerUrl: server.ownerUrl, appUrl, dataDir, seed: 'none', say: () => {} })).migrated;
}
