// `npm run restore -- <folder>`: restore a backup into an empty database.
import { resolve } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { prepare } from '../server/prepare.ts';
import { bringBack } from './archive/bring-back.ts';
import { passphrase } from './archive/passphrase.ts';
import { command, printLine, step } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

await command(async () => {
  const backup = process.argv[2];
  if (!backup)
    throw new StartupError('用法：npm run restore -- <备份目录>', 'Usage: npm run restore -- <folder of the backup>');
  const secret = passphrase();
  await withDatabase(({ settings: { dataDir, keys }, ...urls }) =>
    step('恢复 Restore', async () => {
      const makeTables = (): Promise<unknown> =>
        prepare({ ...urls, dataDir, keys, seed: 'none', givesWay: true, say: printLine });
      const { tables, madeAt } = await bringBack({
        ownerUrl: urls.ownerUrl,
        dataDir,
        keys,
        folder: resolve(backup),
        passphrase: secret,
        makeTables,
      });
      console.log(`✓ ${tables.length} 张表已恢复到 tables are back as of ${madeAt}`);
    }),
  );
});
