import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNewProcess } from '#business/workflow/command/start-process.server.ts';
import { decideTask } from '#business/workflow/work/tasks.server.ts';
import { terminateInstance } from '#business/workflow/deploy/follow/follow.server.ts';
import { broken, chain, deploy, drawing } from '#business/workflow/testing/processes.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { App } from '#kernel/server/app.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openApp } from '../assemble.ts';

const server = await openTestServer(import.meta.url);
const [keeper, one, two] = [
  await server.as('as_manager'),
  await server.as('as_hr', { who: 'one' }),
  await server.as('as_hr', { who: 'two' }),
];
/** Three servers over one database, with separate connections, ids and caches. */
const servers: App[] = [];

beforeAll(async () => {
  for (let n = 0; n < 3; n++)
    servers.push(
      await openApp({ appUrl: server.appUrl, dataDir: server.app.dataDir, clock: server.clock, connections: 6 }),
    );
});
afterAll(() => Promise.all(servers.map((app) => app.close())));

/** Run one transaction as a person on one of the servers. Return its result, or the reason if it is refused. */
async function on<T>(app: App, who: TestCaller, work: Parameters<typeof transact<T>>[2]): Promise<T | string> {
  const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
  const person = (await app.ports.person(tenancy, who.id))!;
  try {
    return await transact(
      app,
      { tenancy, person, language: 'zh', origin: { requestId: 'race', ip: '', channel: 'admin' } },
      work,
    );
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

const claimable = (key: string): string =>
  drawing(
    key,
    `<startEvent id="s" /><userTask id="a" name="一" anju:assignment='{"mode":"claim","by":[{"type":"role","values":["as_hr"]}]}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );

const started = (definitionId: string): Promise<string> =>
  on(servers[0], keeper, (context) => startNewProcess(context, { definitionId, variables: {}, title: '' }));

const openTask = async (instanceId: string): Promise<string> =>
  (
    await server.tables<{ id: string }>(
      "select id::text as id from wf_task where instance_id = $1 and state = 'open'",
      [instanceId],
    )
  )[0].id;

const decision = (taskId: string, isPassed: boolean) => ({ taskId, isPassed, comment: '', variables: {} });

test('two people decide the same task at once, forty times: one succeeds, the other learns who was first', async () => {
  const definition = await deploy(keeper, claimable('race-complete'));
  for (let n = 0; n < 40; n++) {
    const task = await openTask(await started(definition));
    const answers = await Promise.all([
      on(servers[0], one, (context) => decideTask(context, decision(task, true))),
      on(servers[1], two, (context) => decideTask(context, decision(task, false))),
    ]);
    expect(answers.filter((answer) => typeof answer === 'object').length).toBe(1);
    expect(answers.filter((answer) => answer === 'workflow.taskDone').length).toBe(1);
  }
  expect(
    await server.tables(
      "select count(*)::int as n from wf_instance where process_key = 'race-complete' and state = 'completed'",
    ),
  ).toEqual([{ n: 40 }]);
  expect(await broken(server)).toEqual([]);
});

test('an instance is ended while its task is decided, forty times: one wins, nothing is left over', async () => {
  const definition = await deploy(keeper, claimable('race-cancel'));
  for (let n = 0; n < 40; n++) {
    const instance = await started(definition);
    const task = await openTask(instance);
    const answers = await Promise.all([
      on(servers[0], keeper, (context) => terminateInstance(context, instance, '不要了')),
      on(servers[1], one, (context) => decideTask(context, decision(task, true))),
    ]);
    const [ended, decided] = answers.map((answer) => typeof answer !== 'string');
    expect([ended, decided].filter(Boolean).length).toBe(1);
    const [{ state }] = await server.tables<{ state: string }>('select state from wf_instance where id = $1', [
      instance,
    ]);
    expect(state).toBe(ended ? 'cancelled' : 'completed');
  }
  expect(await broken(server)).toEqual([]);
});

test('three servers decide the same nine hundred tasks: each is decided once', { timeout: 120_000 }, async () => {
  const definition = await deploy(keeper, claimable('race-many'));
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 150; n++) await started(definition);
    }),
  );
  const tasks = (
    await server.tables<{ id: string }>(
      "select t.id::text as id from wf_task t join wf_instance i on i.id = t.instance_id where i.process_key = 'race-many' and t.state = 'open'",
    )
  ).map((row) => row.id);
  expect(tasks.length).toBe(900);
  const people = await Promise.all(['a', 'b', 'c'].map((who) => server.as('as_hr', { who })));
  const answers = await Promise.all(
    servers.map(async (app, at) => {
      const own: (object | string)[] = [];
      const queue = tasks.values();
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          for (const task of queue)
            own.push(await on(app, people[at], (context) => decideTask(context, decision(task, true))));
        }),
      );
      return own;
    }),
  );
  const all = answers.flat();
  expect(all.length).toBe(2700);
  expect(all.filter((answer) => typeof answer === 'object').length).toBe(900);
  expect(all.filter((answer) => answer === 'workflow.taskDone').length).toBe(1800);
  expect(
    await server.tables(
      "select count(*)::int as n from wf_instance where process_key = 'race-many' and state = 'completed'",
    ),
  ).toEqual([{ n: 900 }]);
  expect(
    await server.tables(
      "select count(*)::int as n from wf_action where action = 'pass' and instance_id in (select id from wf_instance where process_key = 'race-many')",
    ),
  ).toEqual([{ n: 900 }]);
  expect(await broken(server)).toEqual([]);
});

test('four thousand due timers fire once each, on any of three servers', { timeout: 120_000 }, async () => {
  const definition = await deploy(
    keeper,
    drawing(
      'many-timers',
      `<startEvent id="s" /><intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="e" />${chain('s', 'w', 'e')}`,
    ),
  );
  await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      for (let n = at; n < 4000; n += 6) await started(definition);
    }),
  );
  server.clock.pass(120_000);
  const began = performance.now();
  for (const app of servers) app.due.start(app, { isTimed: false });
  await Promise.all(servers.map((app) => app.due.work()));
  const took = performance.now() - began;
  expect(
    await server.tables(
      "select state, count(*)::int as n from wf_instance where process_key = 'many-timers' group by 1",
    ),
  ).toEqual([{ state: 'completed', n: 4000 }]);
  expect(
    await server.tables(
      "select count(*)::int as n from wf_activity a join wf_instance i on i.id = a.instance_id where i.process_key = 'many-timers' and a.node_id = 'e'",
    ),
  ).toEqual([{ n: 4000 }]);
  expect(await server.tables('select count(*)::int as n from wf_job')).toEqual([{ n: 0 }]);
  console.log(`4000 timers by three servers: ${Math.round(4_000_000 / took)}/s`);
  await Promise.all(servers.map((app) => app.due.stop()));
});
