// `npm run migrate`: update the tables to the definitions, and add the rows that every company needs.
import { prepare } from '../server/prepare.ts';
import { command, printLine } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

await command(() =>
  withDatabase(async ({ settings: { dataDir, keys }, ...urls }) => {
    const { migrated } = await prepare({ ...urls, dataDir, keys, seed: 'none', say: printLine });
    console.log(
      migrated === 0 ? '✓ 数据库已是最新 The database is current' : `✓ 已应用 ${migrated} 处变更 changes applied`,
    );
  }),
);
