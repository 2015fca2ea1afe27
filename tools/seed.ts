// `npm run seed`: the demo company, made by the same actions that people use.
import { prepare } from '../server/assemble.ts';
import { command, say } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

await command(() =>
  withDatabase(async ({ settings: { dataDir }, ...urls }) => {
    const { seeded, accounts } = await prepare({ ...urls, dataDir, seed: 'demo', say });
    console.log(seeded ? '✓ 演示数据已写入 The demo company is there' : '✓ 已有演示数据，未作改动 The demo company was there already');
    for (const { tenant, account, password } of accounts) say(`${tenant}  ${account}  ${password}`);
  }),
);
