// `npm run backup [-- <folder>]`: database, files and keys in one folder, also while Anju runs.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from './archive/back-up.ts';
import { passphrase } from './archive/passphrase.ts';
import { projectDir } from './command/project-dir.ts';
import { command, step } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

await command(async () => {
  const secret = passphrase();
  const madeAt = new Date().toISOString();
  const { version: product } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = resolve(
    process.argv[2] ?? `anju-backup-${madeAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}`,
  );
  await withDatabase(({ ownerUrl, settings: { dataDir, keys } }) =>
    step('备份 Backup', async () => {
      const { tables } = await backUp({ ownerUrl, dataDir, keys, folder, passphrase: secret, product, madeAt });
      console.log(`✓ ${folder}  (${tables.length} 张表 tables)`);
    }),
  );
});
