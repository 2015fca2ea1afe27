import { planCalendar } from '#business/plans/calendar/plan-calendar.calls.ts';
import { generate } from '#business/plans/occurrence/generate.server.ts';
import { productActor } from '#kernel/server';
import { workStepsOf } from '#kernel/server/jobs/timed-jobs.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { type Spent, spentBy } from '../../cpu.ts';
import { Client, drive } from '../../drive.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { spawnBenchServer } from '../../server.ts';
import { asOwner, loadContracts } from './contracts-load.ts';

const TENANT = '000000';
const TENANCY = { tenantId: TENANT, zone: 'Asia/Shanghai' };
const CONTRACTS = 100_000;
/** Contracts of one statement of the bare limit, as in one transaction of the generator. */
const AT_ONCE = 200;
const SECONDS = 5;
const GOAL_SECONDS = 60;
const GOAL_MS = 200;

const totalOf = ({ node, database }: Spent): number => node + database;
const wordsOf = ({ node, database }: Spent): string => `${node.toFixed(1)} + ${database.toFixed(1)} s`;

/** Insert the same rows again by statements alone, into an empty table with the same indexes. */
const bareInserts = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (owner) => {
    await owner.query('drop table if exists bare_plans');
    await owner.query('create table bare_plans (like asmaintain including all)');
    const [{ columns }] = (
      await owner.query<{ columns: string }>(
        "select string_agg(column_name, ', ') as columns from information_schema.columns where table_name = 'asmaintain' and is_generated = 'NEVER'",
      )
    ).rows;
    const { rows } = await owner.query<{ id: string }>('select id::text as id from asscheme order by id');
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await owner.query(
        `insert into bare_plans (${columns}) select ${columns} from asmaintain where tenant_id = $1 and is_deleted = 0 and scheme_id between $2 and $3`,
        [TENANT, rows[at].id, rows[Math.min(at + AT_ONCE, rows.length) - 1].id],
      );
    await owner.query('drop table bare_plans');
  });

/** Run the nightly planning once, and return its seconds and CPU. */
async function planned(night: () => Promise<void>, postmaster: number): Promise<{ seconds: number; spent: Spent }> {
  const began = performance.now();
  const spent = await spentBy(postmaster, night);
  const seconds = (performance.now() - began) / 1000;
  printLine(`${seconds.toFixed(1)} s, ${wordsOf(spent)}`);
  return { seconds, spent };
}

/** `npm run bench -- plans`: a night that plans a hundred thousand contracts, and the calendar of eight teams. */
export async function benchPlans(): Promise<void> {
  await withBenchDatabase('plans', async ({ ownerUrl, superUrl, appUrl, dataDir, postmaster }) => {
    await loadContracts(ownerUrl, TENANT, CONTRACTS);
    const app = await openApp({ appUrl, dataDir });
    const night = (): Promise<void> => generate(workStepsOf(app, productActor(app, TENANCY, 'bench')));
    const first = await planned(night, postmaster);
    const again = await planned(night, postmaster);
    await app.close();
    const bare = await planned(() => bareInserts(ownerUrl), postmaster);
    const server = await spawnBenchServer({
      ...{ ownerUrl, superUrl, dataDir },
      env: { ANJU_ROLE: 'web', ANJU_SEED: 'none', NODE_ENV: 'production', HOST: '127.0.0.1' },
    });
    const client = new Client(server.address, await logInOverHttp(server.address), TENANT);
    try {
      const calendar = await drive({ server: server.pid, postmaster: postmaster }, 1, SECONDS, async () => {
        await client.ok('GET', planCalendar.path.replace(/^\//, ''));
      });
      writeSection(projectDir, 'Plans', [
        ...conditionsTable(
          'npm run bench -- plans',
          `${CONTRACTS.toLocaleString('en')} active contracts of four visits a year, in 20,000 homes, 8 teams of 40 people. The bare limit inserts the same rows by statements alone, with the same indexes.`,
        ),
        ...valuesTable([
          {
            name: 'a night that plans all visits',
            value: `${first.seconds.toFixed(1)} s`,
            goal: `< ${GOAL_SECONDS} s`,
          },
          { name: 'its CPU, Node + PostgreSQL', value: wordsOf(first.spent) },
          { name: 'the bare statements', value: `${bare.seconds.toFixed(1)} s, ${wordsOf(bare.spent)}` },
          {
            name: 'CPU beside the bare statements',
            value: `${(totalOf(first.spent) / totalOf(bare.spent)).toFixed(1)} ×`,
          },
          { name: 'a night that finds all planned', value: `${again.seconds.toFixed(1)} s, ${wordsOf(again.spent)}` },
          {
            name: 'calendar of 8 teams and 42 days, p50',
            value: `${calendar.p50.toFixed(0)} ms (Node ${calendar.nodeMs.toFixed(0)}, PostgreSQL ${calendar.databaseMs.toFixed(0)})`,
            goal: `< ${GOAL_MS} ms`,
          },
        ]),
      ]);
    } finally {
      client.close();
      await server.stop();
    }
  });
}
