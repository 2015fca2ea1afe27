import pg from 'pg';
import { rankingCall } from '#business/analysis/rank/ranking.calls.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { Client, type Cost, drive } from '../../drive.ts';
import { conditionsTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { spawnBenchServer } from '../../server.ts';
import { LOAD_MODEL, makeFleet } from './fleet.ts';

const TENANT = '000000';
const DEVICES = 10_000;
const SECONDS = 5;
const GOAL_MS = 50;
const TREND = JSON.stringify(Array.from({ length: 20 }, (_, at) => [3 + at / 20, 3.3, 3.1, 3.5, 8]));
const SIGNS = JSON.stringify([{ of: 'flow', value: 0.62, usual: 1.28, isBad: true }]);

/** Replace the ranking of the present month by one row for each device; one in fifty is worse than similar ones. */
async function fillRanking(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('truncate analysis_rank');
  await owner.query(
    `insert into analysis_rank (tenant_id, energy, month, device_id, category, model_id, estate, team, figure, peer, peers, worse, own, per_degree, extra, run, is_turned, days, coverage, signs, trend, until)
     select $1, 'heat', to_char(now(), 'YYYY-MM'), d.id, 'heat_pump', d.model_id, 'estate ' || d.id % 40, case when d.id % 2 = 0 then 'east' else 'west' end,
       3 + (d.id % 97) / 100.0, 3.3, 30, case when x.no % 50 = 0 then 0.2 + (x.no % 11) / 100.0 else (x.no % 13) / 100.0 end, 0.01, 1.2, x.no % 211, x.no % 20, x.no % 3 = 0, 20, 0.99, $3::jsonb, $4::jsonb, now()::date
     from (select id, row_number() over (order by id) as no from iot_device) x join iot_device d on d.id = x.id
     join iot_thing_model m on m.id = d.model_id and m.model_code = $2`,
    [TENANT, LOAD_MODEL, SIGNS, TREND],
  );
  await owner.query('vacuum analyze analysis_rank');
  await owner.query('vacuum analyze iot_device');
  await owner.end();
}

const PAGE = `${rankingCall('heat').path.replace(/^\//, '')}?size=50`;
/** Requests of the page of the ranking. */
const PAGES: Readonly<Record<string, string>> = {
  'the worst first, 50': `${PAGE}&view=worst&sort=worse`,
  'all of them, 50': `${PAGE}&view=all&sort=worse`,
  'the hundredth page of all by COP': `${PAGE}&view=all&sort=figure&current=100`,
};

/** `npm run bench -- ranking`: a page of the ranking of ten thousand devices. */
export async function benchRanking(): Promise<void> {
  await withBenchDatabase('ranking', async ({ ownerUrl, superUrl, appUrl, dataDir, postmaster }) => {
    await makeFleet(appUrl, dataDir, DEVICES);
    await fillRanking(ownerUrl);
    const server = await spawnBenchServer({
      ...{ ownerUrl, superUrl, dataDir },
      env: { ANJU_ROLE: 'web', ANJU_SEED: 'none', NODE_ENV: 'production', HOST: '127.0.0.1' },
    });
    const client = new Client(server.address, await logInOverHttp(server.address), TENANT);
    try {
      const found: [string, Cost][] = [];
      for (const [name, path] of Object.entries(PAGES)) {
        const cost = await drive({ server: server.pid, postmaster: postmaster }, 1, SECONDS, async () => {
          await client.ok('GET', path);
        });
        found.push([name, cost]);
        printLine(`${name}: p50 ${cost.p50.toFixed(1)} ms, p99 ${cost.p99.toFixed(1)} ms`);
      }
      writeSection(projectDir, 'Ranking', [
        ...conditionsTable(
          'npm run bench -- ranking',
          `${DEVICES.toLocaleString('en')} heat pumps in the ranking of a month, one person after another.`,
        ),
        '| page | Node ms | PostgreSQL ms | p50 ms | p99 ms | goal | |',
        '|---|--:|--:|--:|--:|---|---|',
        ...found.map(
          ([name, { nodeMs, databaseMs, p50, p99 }]) =>
            `| ${name} | ${nodeMs.toFixed(2)} | ${databaseMs.toFixed(2)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | p50 ≤ ${GOAL_MS} ms | ${p50 <= GOAL_MS ? '✓' : '✗'} |`,
        ),
      ]);
    } finally {
      client.close();
      await server.stop();
    }
  });
}
