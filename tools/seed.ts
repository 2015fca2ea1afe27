// `npm run seed`: the demo company, made by the same actions that people use; `-- --months 14` for a longer test, `-- --load 1000000` for so
// many orders beside it, by COPY, after which everything that must always hold is looked at.
import { parseArgs } from 'node:util';
import { prepare } from '../server/assemble.ts';
import { loadChain } from './bench/load/load-chain.ts';
import { lookAtAll } from './bench/load/look.ts';
import { command, printLine } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

const { values } = parseArgs({ options: { months: { type: 'string' }, load: { type: 'string' } } });
const load =
  values.load === undefined ? 0 : Math.max(1, Math.min(5_000_000, Math.round(Number(values.load)) || 1_000_000));
const months =
  values.months === undefined ? undefined : Math.max(1, Math.min(24, Math.round(Number(values.months)) || 6));

await command(() =>
  withDatabase(async ({ settings: { dataDir, keys }, ...urls }) => {
    const { seeded, accounts } = await prepare({ ...urls, dataDir, keys, seed: 'demo', months, say: printLine });
    console.log(
      seeded
        ? '✓ 演示数据已写入 The demo company is there'
        : '✓ 已有演示数据，未作改动 The demo company was there already',
    );
    for (const { tenant, account, password } of accounts) printLine(`${tenant}  ${account}  ${password}`);
    if (load === 0) return 0;
    await loadChain(urls.ownerUrl, load, printLine);
    return (await lookAtAll(urls.ownerUrl, printLine)) === 0 ? 0 : 1;
  }),
);
