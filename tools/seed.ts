// `npm run seed`: the demo company, made by the same actions that people use; `-- --months 14` for a longer story.
import { parseArgs } from 'node:util';
import { prepare } from '../server/assemble.ts';
import { command, say } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

const { values } = parseArgs({ options: { months: { type: 'string' } } });
const months = values.months === undefined ? undefined : Math.max(1, Math.min(24, Math.round(Number(values.months)) || 6));

await command(() =>
  withDatabase(async ({ settings: { dataDir }, ...urls }) => {
    const { seeded, accounts } = await prepare({ ...urls, dataDir, seed: 'demo', months, say });
    console.log(seeded ? '✓ 演示数据已写入 The demo company is there' : '✓ 已有演示数据，未作改动 The demo company was there already');
    for (const { tenant, account, password } of accounts) say(`${tenant}  ${account}  ${password}`);
  }),
);
