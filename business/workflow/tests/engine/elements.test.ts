import { beforeEach, describe, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { NODE_TYPES, type NodeType } from '../../engine/model/node-types.rules.ts';
import { bpmnOf } from '../../engine/testing/notation.ts';
import executionKinds from '../../patches/0003-executions-have-their-kind-again.ts';
import { broken, deploy, ok, startInstanceOf, todoOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, hr] = [await server.as('as_manager'), await server.as('as_hr')];
const began = server.clock.ms();
// Timers move the clock by hours, which would end the login sessions: set it back before each test.
beforeEach(() => server.clock.set(began));

(server.app.contributions.get('workflow.services') as unknown[]).push({
  name: 'test.element',
  title: ['接口', 'Interface'],
  inputs: {},
  work: () => Promise.resolve(undefined),
});
(server.app.contributions.get('workflow.services') as unknown[]).push({
  name: 'elements.fails',
  title: ['坏接口', 'Broken interface'],
  inputs: {},
  work: () => Promise.reject(new Error('接口不通')),
});

const USER = `by=${hr.id}`;
const ALL = `people="{'mode':'all','by':[{'type':'user','values':['${hr.id}','${keeper.id}']}],'sameAsStarter':'self'}"`;

/** Processes around a first and a last task, one for each type of node. */
const ELEMENTS: Readonly<Record<NodeType, string>> = {
  startEvent: 'sub x {\nstart begin\nbegin -> inner -> endX\n}\nfirst -> x -> last',
  endEvent: 'parallel f\nend x\nfirst -> f -> x, last',
  intermediateCatchEvent: 'catch x timer=PT1H\nfirst -> x -> last',
  intermediateThrowEvent: 'throw x signal=done\nfirst -> x -> last',
  boundaryEvent: `user a users=nobody\nboundary x on=a timer=PT1H\nfirst -> a -> end2\nx -> last`,
  task: 'task x\nfirst -> x -> last',
  userTask: `user x ${USER}\nfirst -> x -> last`,
  serviceTask: 'service x name=test.element async\nfirst -> x -> last',
  scriptTask: 'script x do="n = 1"\nfirst -> x -> last',
  sendTask: 'send x message=gone\nfirst -> x -> last',
  receiveTask: `parallel f\nparallel j\nreceive x message=go\nuser k ${USER}\nthrow t message=go\nfirst -> f -> x, k\nk -> t\nx, t -> j -> last`,
  manualTask: 'manual x\nfirst -> x -> last',
  businessRuleTask: 'rule x name=test.element\nfirst -> x -> last',
  callActivity: `call x process=called\nfirst -> x -> last`,
  subProcess: `sub x {\nuser a ${USER}\nuser b ${USER}\nstartX -> a -> b -> endX\n}\nfirst -> x -> last`,
  transaction: `transaction x {\nuser a ${USER}\nstartX -> a -> endX\n}\nfirst -> x -> last`,
  exclusiveGateway: 'exclusive x\nfirst -> x\nx -> end2 [n > 1]\nx -> last [else]',
  parallelGateway: `parallel f\nparallel x\nuser a ${USER}\nuser b ${USER}\nfirst -> f -> a, b -> x -> last`,
  inclusiveGateway: `inclusive f\ninclusive x\nuser a ${USER}\nuser b ${USER}\nfirst -> f\nf -> a [1 > 0]\nf -> b [2 > 0]\na, b -> x -> last`,
  eventBasedGateway: 'events x\ncatch c timer=PT1H\ncatch d message=never\nfirst -> x -> c, d\nc -> last\nd -> end2',
};

/** Processes with an activity that runs several times: tasks, approval, loop, sub-process and call. */
const SEVERAL: readonly (readonly [string, string])[] = [
  ['three signatures side by side', `user x ${USER} times=3\nfirst -> x -> last`],
  ['three signatures in turn', `user x ${USER} times=3 turn\nfirst -> x -> last`],
  ['an approval by all', `user x ${ALL}\nfirst -> x -> last`],
  ['a standard loop', `user x ${USER} most=2\nfirst -> x -> last`],
  ['a sub-process twice', `sub x times=2 {\nuser a ${USER}\nstartX -> a -> endX\n}\nfirst -> x -> last`],
  ['a call over a list', 'call x process=called times=2\nfirst -> x -> last'],
];

let last = 0;
async function started(lines: string): Promise<string> {
  const key = `element${(last += 1)}`;
  const text = `user first ${USER}\nuser last ${USER}\nstart -> first\n${lines}\nlast -> end`;
  const xml = bpmnOf(text).replace('<process id="main"', `<process id="${key}"`);
  return startInstanceOf(keeper, await deploy(keeper, xml));
}

/**
 * Complete the oldest task of these two people, or let an hour pass if they have none. Return the name of the task, or
 * `timer`.
 */
async function step(): Promise<string> {
  for (const who of [hr, keeper]) {
    const [task] = await todoOf(who);
    if (!task) continue;
    ok(await who.post('blade-flow/work/complete-task', { taskId: task.taskId, flag: 'ok', comment: '同意' }));
    return task.taskName;
  }
  server.clock.pass(3_600_000);
  await server.worked();
  server.clock.set(began);
  return 'timer';
}

const stateOf = async (id: string): Promise<string> =>
  (await server.tables<{ state: string }>('select state from wf_instance where id = $1', [id]))[0].state;

/** Play an instance to its end over HTTP; check the invariants after each call. */
async function play(lines: string): Promise<string[]> {
  const instance = await started(lines);
  const steps: string[] = [];
  while ((await stateOf(instance)) === 'running' && steps.length < 12) {
    steps.push(await step());
    await server.worked();
    await server.delivered();
    expect(await broken(server), steps.join(' ')).toEqual([]);
  }
  expect(await stateOf(instance), steps.join(' ')).toBe('completed');
  const visits = await server.tables<{ state: string; endedAt: string | null }>(
    `select a.state, a.ended_at as "endedAt" from wf_activity a where a.root_id = $1 and a.node_id in ('x', 'begin')`,
    [instance],
  );
  expect(visits.length).toBeGreaterThan(0);
  expect(visits.every((one) => one.state === 'completed' && one.endedAt !== null)).toBe(true);
  return steps;
}

describe('each element behind a first wait, over HTTP', async () => {
  await deploy(
    keeper,
    bpmnOf(`user c ${USER}\nstart -> c -> end`).replace('<process id="main"', '<process id="called"'),
  );

  test.each(NODE_TYPES)('a case with a %s comes to its end', async (type) => {
    expect((await play(ELEMENTS[type])).at(-1)).toBe('last');
  });

  test.each(SEVERAL)('%s: all of them are done before the next step', async (_name, lines) => {
    const steps = await play(lines);
    expect(steps).toHaveLength(/times=3/.test(lines) ? 5 : 4);
    expect([steps[0], steps.at(-1)]).toEqual(['first', 'last']);
  });
});

const rowsOf = (id: string, what: string): Promise<Record<string, unknown>[]> =>
  server.tables(`select ${what} from wf_execution where root_id = $1 and node_id in ('x', 'a') order by id`, [id]);

test('a patch repairs the kind of damaged executions, and reports stuck ones as incidents', async () => {
  const several = await started(`user x ${USER} times=3\nfirst -> x -> last`);
  await step();
  const inside = await started(`sub x {\nuser a ${USER}\nstartX -> a -> endX\n}\nfirst -> x -> last`);
  await step();
  const hung = await started(`sub x {\nuser a ${USER}\nstartX -> a -> endX\n}\nfirst -> x -> last`);
  // Change the rows to those of an earlier version: no kinds, one signature completed, one sub-process open.
  expect(await todoOf(hr, several)).toHaveLength(3);
  while ((await todoOf(hr, hung)).some(({ taskName }) => taskName === 'first'))
    ok(
      await hr.post('blade-flow/work/complete-task', {
        taskId: (await todoOf(hr, hung))[0].taskId,
        flag: 'ok',
        comment: '好',
      }),
    );
  await server.tables("update wf_execution set kind = 'token' where kind <> 'token' and node_id <> ''");
  await server.tables(
    `with gone as (delete from wf_execution where id = (select max(id) from wf_execution where root_id = $1 and node_id = 'x') returning id)
     update wf_task set state = 'done', decision = 'pass', ended_at = created_at where execution_id in (select id from gone)`,
    [several],
  );
  await server.tables("delete from wf_execution where root_id = $1 and node_id = 'a'", [hung]);
  await server.tables(
    "update wf_task set state = 'cancelled', ended_at = created_at where root_id = $1 and state = 'open'",
    [hung],
  );
  expect(await broken(server)).not.toEqual([]);

  for (let time = 0; time < 2; time += 1)
    await executionKinds.apply((text, values) => server.tables(text, values as never));
  expect(await broken(server)).toEqual([]);
  expect(await rowsOf(several, 'kind')).toEqual(['multi', 'token', 'token'].map((kind) => ({ kind })));
  expect(await rowsOf(inside, 'kind')).toEqual(['scope', 'token'].map((kind) => ({ kind })));
  const { records } = ok(await keeper.get('blade-flow/follow/incidents', { current: 1, size: 10 })).data;
  expect(records).toMatchObject([{ processInstanceId: hung, kind: 'stuck', nodeId: 'x' }]);
  const steps: string[] = [];
  while ((await todoOf(hr)).length > 0) steps.push(await step());
  expect(steps.toSorted()).toEqual(['a', 'last', 'last', 'x', 'x']);
  expect([await stateOf(several), await stateOf(inside)]).toEqual(['completed', 'completed']);
  expect(await broken(server)).toEqual([]);
});

const incidentsOf = async (processInstanceId: string): Promise<string[]> => {
  const { data } = ok(await keeper.get('blade-flow/follow/incidents', { current: 1, size: 10, processInstanceId }));
  return data.records.map((one: { kind: string; nodeId: string }) => `${one.kind} ${one.nodeId}`);
};

async function cancel(instance: string): Promise<void> {
  const query = new URLSearchParams({ processInstanceId: instance, deleteReason: '不要了' });
  ok(await keeper.post(`blade-flow/follow/delete-process-instance?${query}`));
}

test('a stuck case becomes an incident, which ends with the case', async () => {
  const instance = await started(
    `parallel f\nparallel x\nuser a users=nobody\nboundary t on=a timer=PT1H\nuser b ${USER}\nfirst -> f -> a, b -> x -> last\nt -> end2`,
  );
  expect([await step(), await step(), await step()]).toEqual(['first', 'b', 'timer']);
  expect(await incidentsOf(instance)).toEqual(['stuck x']);
  expect(await broken(server)).toEqual([]);
  await cancel(instance);
  expect(await incidentsOf(instance)).toEqual([]);
  expect(await broken(server)).toEqual([]);
});

test('a finally failed step ends with its case, and so does its incident', async () => {
  const instance = await started('service x name=elements.fails async\nfirst -> x -> last');
  await step();
  for (const wait of [0, 10_000, 60_000, 600_000]) {
    server.clock.pass(wait);
    await server.worked();
  }
  server.clock.set(began);
  expect(await incidentsOf(instance)).toEqual(['job x']);
  await cancel(instance);
  expect(await server.tables('select 1 from wf_job where root_id = $1', [instance])).toEqual([]);
  expect(await broken(server)).toEqual([]);
  expect(await incidentsOf(instance)).toEqual([]);
});

test('a task behind a join is sent back into one branch over HTTP, and the case ends', async () => {
  const lines = `parallel f\nuser b ${USER}\nuser c ${USER}\nparallel j\nuser x ${USER}\nsub s {\nuser inner ${USER}\nstartS -> inner -> endS\n}\nfirst -> s -> f -> b, c -> j -> x -> last`;
  const instance = await started(lines);
  for (const name of ['first', 'inner', 'c', 'b']) expect(await step()).toBe(name);
  const [{ taskId }] = await todoOf(hr, instance);
  const offered = ok(await hr.get('blade-flow/work/back-nodes', { taskId })).data as { nodeId: string }[];
  // A return into a finished sub-process is impossible, so it is not offered.
  expect(offered.map(({ nodeId }) => nodeId)).toEqual(['c', 'b', 'first']);
  const back = { taskId, comment: '再看一次' };
  expect(await hr.post('blade-flow/work/return-task', { ...back, nodeId: 'inner' })).toMatchObject({ status: 409 });
  ok(await hr.post('blade-flow/work/return-task', { ...back, nodeId: 'b' }));
  expect(await broken(server)).toEqual([]);
  const steps: string[] = [];
  while ((await todoOf(hr, instance)).length > 0) steps.push(await step());
  expect(steps).toEqual(['b', 'x', 'last']);
  expect(await stateOf(instance)).toBe('completed');
  expect(await broken(server)).toEqual([]);
});

test('a script whose text grows is refused to a person, and an incident where a job runs it', async () => {
  const grows = Array.from({ length: 40 }, () => 't = ${t}${t}').join(';');
  const lines = (more: string): string =>
    `script w do="t = '啊啊啊啊'"\nscript x do="${grows}" ${more}\nfirst -> w -> x -> last`;
  const person = await started(lines(''));
  const [{ taskId }] = await todoOf(hr, person);
  const decision = { taskId, flag: 'ok', comment: '同意' };
  expect(await hr.post('blade-flow/work/complete-task', decision)).toMatchObject({
    status: 409,
    reason: 'workflow.limit',
  });
  await cancel(person);
  const job = await started(lines('async'));
  await step();
  for (const wait of [0, 10_000, 60_000, 600_000]) {
    server.clock.pass(wait);
    await server.worked();
  }
  server.clock.set(began);
  expect(await incidentsOf(job)).toEqual(['job x']);
  expect(await broken(server)).toEqual([]);
  await cancel(job);
});

test('a rejection without a reader ends the case over HTTP, without further tasks', async () => {
  const instance = await started(`user x ${USER}\nfirst -> x -> last`);
  const [{ taskId }] = await todoOf(hr, instance);
  ok(await hr.post('blade-flow/work/complete-task', { taskId, comment: '不行' }));
  expect(await todoOf(hr, instance)).toEqual([]);
  expect(await server.tables('select state, outcome from wf_instance where id = $1', [instance])).toEqual([
    { state: 'completed', outcome: 'rejected' },
  ]);
  expect(await broken(server)).toEqual([]);
});
