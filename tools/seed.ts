// `npm run seed`: load the demo company from the shipped archive. `-- --months 14` makes one by actions instead. `--
// --load 1000000` adds orders by COPY and then checks all invariants. `npm run demo -- --make` makes the archive, by
// default with `--weeks 13`, `--mornings 6` and `--share 100` (per cent of a company).
import { parseArgs } from 'node:util';
import { prepare } from '../server/prepare.ts';
import { loadChain } from './bench/load/load-chain.ts';
import { lookAtAll } from './bench/load/look.ts';
import { makeInOwnCluster } from './command/make-archive.ts';
import { command, printLine, step } from './command/steps.ts';
import { withDatabase } from './command/with-database.ts';

const { values } = parseArgs({
  options: {
    months: { type: 'string' },
    load: { type: 'string' },
    make: { type: 'boolean' },
    weeks: { type: 'string', default: '13' },
    mornings: { type: 'string', default: '6' },
    share: { type: 'string', default: '100' },
    folder: { type: 'string' },
  },
});
const load =
  values.load === undefined ? 0 : Math.max(1, Math.min(5_000_000, Math.round(Number(values.load)) || 1_000_000));
const months =
  values.months === undefined ? undefined : Math.max(1, Math.min(24, Math.round(Number(values.months)) || 6));

await command(() => (values.make ? step('演示数据包 Demo archive', () => makeInOwnCluster(values)) : seed()));

function seed(): Promise<number> {
  return withDatabase(async ({ settings: { dataDir, keys }, ...urls }) => {
    const { seeded, accounts } = await prepare({
      ...urls,
      dataDir,
      keys,
      seed: 'demo',
      months,
      isWhole: true,
      say: printLine,
    });
    console.log(
      seeded
        ? '✓ 演示数据已写入 The demo company is there'
        : '✓ 已有演示数据，未作改动 The demo company was there already',
    );
    for (const { tenant, account, password } of accounts) printLine(`${tenant}  ${account}  ${password}`);
    if (load === 0) return 0;
    await loadChain(urls.ownerUrl, load, printLine);
    return (await lookAtAll(urls.ownerUrl, printLine)) === 0 ? 0 : 1;
  });
}
