import pg from 'pg';
import { startNewProcess } from '#business/workflow/command/start-process.server.ts';
import { readClaim, readDone, readTodo } from '#business/workflow/work/work-lists.server.ts';
import { decideTask } from '#business/workflow/work/tasks.server.ts';
import { deployFile } from '#business/workflow/deploy/upload.server.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { App } from '#kernel/server/app.ts';
import type { Context } from '#kernel/server/context.ts';
import { readingOf } from '#kernel/server/rows/read-context.ts';
import { SetClock, systemClock } from '#kernel/server/time/clock.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { cpuMs, familyCpuMs } from '../../cpu.ts';
import { type Cost, drive, driveOver, together } from '../../drive.ts';
import { type Measured, conditionsTable, markdownTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { loadTasks } from './load-tasks.ts';
import { bareCommand, prepareBare } from './bare-commands.ts';
import { approvals, loadTechnicians, makeJudge } from './governed.ts';
import { LEAVE_LIKE, WAITING, judgedBy } from './processes.ts';

const TENANCY = { tenantId: '000000', zone: 'Asia/Shanghai' };
const WORKERS = 8;
const CASES = 1000;
const ROUNDS = 5;
const TIMERS = 4000;
const OPEN_TASKS = 500_000;
/** Goal for the CPU of Node per command, in milliseconds. */
const NODE_MS = 0.35;

type Doing = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

const doing =
  (app: App, person: Person): Doing =>
  (work) =>
    transact(
      app,
      { tenancy: TENANCY, person, language: 'zh', origin: { requestId: 'bench', ip: '', channel: 'admin' } },
      work,
    );

/**
 * Start cases of a process with two approvals, then complete the first task of all, then the second. Each is a separate
 * command. Return the cost per command.
 */
async function commands(
  { as, owner, pids }: { as: Doing; owner: pg.Client; pids: { server: number; postmaster: number } },
  person: Person,
  definitionId: string,
): Promise<Cost> {
  const instances: string[] = [];
  const costs = [
    await driveOver(pids, WORKERS, Array.from({ length: CASES }), async () => {
      instances.push(
        await as((context) =>
          startNewProcess(context, { definitionId, variables: { taskUser: person.id, days: 2 }, title: 'bench' }),
        ),
      );
    }),
  ];
  for (let step = 0; step < 2; step++) {
    const { rows } = await owner.query<{ id: string }>(
      "select id::text as id from wf_task where instance_id = any($1::bigint[]) and state = 'open' order by id",
      [instances],
    );
    costs.push(
      await driveOver(pids, WORKERS, rows, async ({ id }) => {
        await as((context) => decideTask(context, { taskId: id, isPassed: true, comment: '', variables: {} }));
      }),
    );
  }
  return together(costs);
}

/** Return how many times the CPU of `limit` the cost is, with Node and PostgreSQL together. */
const timesOf = (cost: Cost, limit: Cost): number =>
  Math.round((100 * (cost.nodeMs + cost.databaseMs)) / (limit.nodeMs + limit.databaseMs)) / 100;

/** Measure two things in alternate rounds, so that other load of the machine affects both. */
async function byTurns(one: () => Promise<Cost>, other: () => Promise<Cost>): Promise<[Cost, Cost]> {
  const costs: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    costs[0].push(await one());
    costs[1].push(await other());
  }
  return [together(costs[0]), together(costs[1])];
}

/** Measure the approval of a leave by a task of a process, beside an approval by its lifecycle alone. */
async function governedApprovals({
  app,
  as,
  owner,
  pids,
  deploy,
}: {
  app: App;
  as: Doing;
  owner: pg.Client;
  pids: { server: number; postmaster: number };
  deploy: (xml: string) => Promise<string[]>;
}): Promise<Measured> {
  const judge = await makeJudge(owner);
  await loadTechnicians(owner);
  await deploy(judgedBy(judge));
  const today = await as((context) => Promise.resolve(context.today()));
  const found = await approvals(
    { by: as, judge: doing(app, (await app.ports.person(TENANCY, judge))!), pids, lines: WORKERS },
    { today, rounds: ROUNDS, processKey: 'bench-judge' },
  );
  const [cost, limit] = [together(found.governed), together(found.ungoverned)];
  return {
    name: `a leave approved by its process: ${timesOf(cost, limit)} × the CPU of one without`,
    goal: '≤ 1.6 ×',
    cost,
    limit,
    met: timesOf(cost, limit) <= 1.6,
  };
}

/** Measure timers that are all due at the same moment, on one server. */
async function timers(
  { app, clock, as, owner }: { app: App; clock: SetClock; as: Doing; owner: pg.Client },
  definitionId: string,
  postmaster: number,
): Promise<Measured> {
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, line) => {
      for (let n = line; n < TIMERS; n += WORKERS)
        await as((context) => startNewProcess(context, { definitionId, variables: {}, title: '' }));
    }),
  );
  await owner.query('vacuum analyze');
  clock.pass(120_000);
  app.due.start(app, { isTimed: false });
  const before = { node: cpuMs(process.pid), database: familyCpuMs(postmaster) };
  const began = performance.now();
  await app.due.work();
  const took = performance.now() - began;
  const cost: Cost = {
    operations: TIMERS,
    perSecond: (TIMERS * 1000) / took,
    nodeMs: (cpuMs(process.pid) - before.node) / TIMERS,
    databaseMs: (familyCpuMs(postmaster) - before.database) / TIMERS,
    p50: took / TIMERS,
    p99: took / TIMERS,
  };
  await app.due.stop();
  return {
    name: `a timer that is due: ${Math.round(cost.perSecond)}/s`,
    goal: '≥ 1,000/s',
    cost,
    met: cost.perSecond >= 1000,
  };
}

/** Measure the task lists of a person. Of half a million open tasks some thousands are this person's. */
async function lists(app: App, person: Person, pids: { server: number; postmaster: number }): Promise<Measured[]> {
  const query = { current: 1, size: 10, category: null, processDefinitionName: null, beginDate: null, endDate: null };
  const actor = { tenancy: TENANCY, person, language: 'zh' as const, origin: { requestId: '', ip: '', channel: '' } };
  const measured: Measured[] = [];
  for (const [name, read] of [
    ['to do', readTodo],
    ['to claim', readClaim],
    ['done', readDone],
  ] as const) {
    let found = 0;
    const cost = await drive(pids, 1, 4, async () => {
      found = (await readingOf({ app, actor }, (reading) => read(reading, query))).total;
    });
    measured.push({
      name: `page of tasks ${name} (${found} of ${OPEN_TASKS} open)`,
      goal: 'p99 ≤ 10 ms',
      cost,
      met: cost.p99 <= 10,
    });
  }
  return measured;
}

/** Measure commands, timers and work lists, and write the result into docs/measured.md. */
export async function benchWorkflow(): Promise<void> {
  await withBenchDatabase('workflow', async ({ ownerUrl, appUrl, dataDir, postmaster }) => {
    const clock = new SetClock(systemClock.ms());
    const app = await openApp({ appUrl, dataDir, clock, connections: WORKERS + 2 });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      const { rows } = await owner.query<{ id: string }>(
        "select id::text as id from blade_user where tenant_id = '000000' and account = 'admin'",
      );
      const person = (await app.ports.person(TENANCY, rows[0].id))!;
      const as = doing(app, person);
      const pids = { server: process.pid, postmaster };
      const deploy = (xml: string): Promise<string[]> =>
        as((context) =>
          deployFile(
            context,
            { name: 'bench.bpmn', content: Buffer.from(xml) },
            { category: 'flow_leave', tenantIds: null, source: 'upload' },
          ),
        );
      const [approvals] = await deploy(LEAVE_LIKE);
      const [waiting] = await deploy(WAITING);
      printLine('commands');
      // Run the commands once before `vacuum analyze`. Their rows then give PostgreSQL the statistics of a day of use.
      await commands({ as, owner, pids }, person, approvals);
      await prepareBare(owner);
      await owner.query('vacuum analyze');
      const [cost, limit] = await byTurns(
        () => commands({ as, owner, pids }, person, approvals),
        () => driveOver(pids, WORKERS, Array.from({ length: 3 * CASES }), () => bareCommand(app, TENANCY)),
      );
      const measured: Measured[] = [
        {
          name: `a command: ${Math.round(cost.perSecond)}/s, ${timesOf(cost, limit)} × the CPU of its bare statements`,
          goal: `Node ≤ ${NODE_MS} ms, ≤ 3 × its bare statements`,
          cost,
          limit,
          met: cost.nodeMs <= NODE_MS && timesOf(cost, limit) <= 3,
        },
      ];
      printLine('approvals');
      measured.push(await governedApprovals({ app, as, owner, pids, deploy }));
      printLine('timers');
      measured.push(await timers({ app, clock, as, owner }, waiting, postmaster));
      printLine('half a million open tasks');
      await loadTasks(owner, {
        many: OPEN_TASKS,
        userId: person.id,
        roleId: person.roles[0].id,
        definitionId: approvals,
      });
      measured.push(...(await lists(app, person, pids)));
      writeSection(projectDir, 'Processes', [
        ...conditionsTable(
          'npm run bench -- workflow',
          `${WORKERS} lines, all in one process. The limit is the same rows locked, read and written without engine, people, notices and history of actions.`,
        ),
        ...markdownTable(measured),
      ]);
    } finally {
      await owner.end();
      await app.close();
    }
  });
}
