import { beforeEach, expect, test } from 'vitest';
import { DuePoller } from '#kernel/server/jobs/due/due-poller.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { dueStarts } from '../command/starts/due-starts.server.ts';
import earlierStarts from '../patches/0002-start-events-of-earlier-versions-wait.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, foreign] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('admin', { tenantId: '300001' }),
];
const MINUTE = 60_000;
const began = server.clock.ms();

// Tests move the clock by hours, which would end the login sessions: set it back before each test.
beforeEach(() => server.clock.set(began));

const by = (id: string): string => `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${id}"]}]}'`;
const begun = (key: string, event: string, more = ''): string =>
  drawing(
    key,
    `<startEvent id="s">${event}</startEvent>${more}<userTask id="a" name="办理" ${by(hr.id)} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
const timer = (kind: 'timeCycle' | 'timeDate' | 'timeDuration', value: string): string =>
  `<timerEventDefinition><${kind}>${value}</${kind}></timerEventDefinition>`;
const rooted = (xml: string, declared: string): string => xml.replace('<process ', `${declared}<process `);
const MESSAGE = '<message id="m1" name="货到了" />';
const SIGNAL = '<signal id="g1" name="停电" />';
/** Return a process that throws an event right after its start. */
const throwing = (key: string, declared: string, event: string): string =>
  rooted(
    drawing(
      key,
      `<startEvent id="s" anju:fields='{"item":"edit"}' /><intermediateThrowEvent id="t">${event}</intermediateThrowEvent><endEvent id="e" />${chain('s', 't', 'e')}`,
    ),
    declared,
  );
const instancesOf = (key: string, tenantId = '000000') =>
  server.tables<{ id: string; starter: string; title: string }>(
    `select i.id::text as id, i.starter_id::text as starter, i.title from wf_instance i join wf_definition d on d.id = i.definition_id
     where d.key = $1 and i.tenant_id = $2 order by i.id`,
    [key, tenantId],
  );
const startsOf = (key: string) =>
  server.tables<{ version: number; kind: string }>(
    'select d.version, s.kind from wf_start s join wf_definition d on d.id = s.definition_id where d.key = $1 order by s.id',
    [key],
  );
const pass = async (ms: number): Promise<void> => {
  server.clock.pass(ms);
  await server.worked();
};

test('a cycle starts an instance at each turn up to its count, once with several servers', async () => {
  await deploy(keeper, begun('weekly', timer('timeCycle', 'R3/PT10M')));
  await server.worked();
  await pass(9 * MINUTE);
  expect(await instancesOf('weekly')).toEqual([]);
  server.clock.pass(MINUTE);
  const servers = [1, 2, 3].map(() => {
    const one = new DuePoller([dueStarts]);
    one.start(server.app, { isTimed: false });
    return one;
  });
  await Promise.all(servers.map((one) => one.work()));
  const first = await instancesOf('weekly');
  expect(first).toMatchObject([{ starter: '0', title: 'weekly' }]);
  expect(await todoOf(hr, first[0].id)).toMatchObject([{ taskName: '办理' }]);
  // Several missed times start one instance only, and the cycle keeps its rhythm.
  await pass(25 * MINUTE);
  expect((await instancesOf('weekly')).length).toBe(2);
  await pass(5 * MINUTE);
  expect((await instancesOf('weekly')).length).toBe(3);
  await pass(60 * MINUTE);
  expect((await instancesOf('weekly')).length).toBe(3);
  expect(await startsOf('weekly')).toEqual([]);
  expect(await broken(server)).toEqual([]);
});

test('a date is local to the company, fires once, and never before the deployment', async () => {
  const today = new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10);
  await deploy(keeper, begun('past', timer('timeDate', '2020-01-01T08:00:00')));
  await deploy(keeper, begun('dated', timer('timeDate', `${today}T23:50:00`)));
  await server.worked();
  expect((await instancesOf('past')).length).toBe(0);
  expect(await startsOf('past')).toEqual([]);
  const [{ due }] = await server.tables<{ due: number }>(
    "select (extract(epoch from due_at) * 1000)::float8 as due from wf_start s join wf_definition d on d.id = s.definition_id where d.key = 'dated'",
  );
  expect(due).toBe(Date.parse(`${today}T23:50:00+08:00`));
});

test('only the newest version starts; a suspended one waits, a deleted one yields to the earlier version', async () => {
  const first = await deploy(keeper, begun('versions', timer('timeCycle', 'R/PT10M')));
  const second = await deploy(keeper, begun('versions', timer('timeCycle', 'R/PT20M')));
  await server.worked();
  expect(await startsOf('versions')).toMatchObject([{ version: 2, kind: 'timer' }]);
  ok(await keeper.post(`blade-flow/manager/change-state?processId=${second}&state=suspend`));
  await pass(21 * MINUTE);
  expect(await instancesOf('versions')).toEqual([]);
  ok(await keeper.post(`blade-flow/manager/change-state?processId=${second}&state=active`));
  await server.worked();
  expect((await instancesOf('versions')).length).toBe(1);
  const [{ id }] = await server.tables<{ id: string }>(
    'select deployment_id::text as id from wf_definition where id = $1',
    [second],
  );
  ok(
    await keeper.post(
      `blade-flow/manager/delete-deployment?deploymentIds=${id}&force=true&reason=${encodeURIComponent('退回旧版')}`,
    ),
  );
  await server.worked();
  expect(await startsOf('versions')).toMatchObject([{ version: 1 }]);
  await pass(11 * MINUTE);
  const started = await server.tables<{ n: number }>(
    'select count(*)::int as n from wf_instance where definition_id = $1',
    [first],
  );
  expect(started).toEqual([{ n: 1 }]);
});

test('a message starts one instance with its variables, unless one waits for it, and never in another company', async () => {
  await deploy(keeper, rooted(begun('arrival', '<messageEventDefinition messageRef="m1" />'), MESSAGE));
  await deploy(foreign, rooted(begun('arrival', '<messageEventDefinition messageRef="m1" />'), MESSAGE));
  const definitionId = await deploy(keeper, throwing('goods', MESSAGE, '<messageEventDefinition messageRef="m1" />'));
  await startInstanceOf(cs, definitionId, { item: '循环泵' });
  await server.delivered();
  const [one] = await instancesOf('arrival');
  expect(one.starter).toBe(cs.id);
  expect(ok(await keeper.get('blade-flow/process/variables', { processInstanceId: one.id })).data).toMatchObject({
    item: '循环泵',
  });
  expect(await instancesOf('arrival', '300001')).toEqual([]);
  await server.delivered();
  expect((await instancesOf('arrival')).length).toBe(1);
  // A second process with the same start message is refused.
  expect(
    (
      await keeper.post('blade-flow/process/validate', {
        xml: rooted(begun('rival', '<messageEventDefinition messageRef="m1" />'), MESSAGE),
      })
    ).data.findings,
  ).toMatchObject([{ code: 'startMessageTaken', level: 'error' }]);
});

test('a signal starts every process with its start event', async () => {
  for (const key of ['first', 'second'])
    await deploy(keeper, rooted(begun(key, '<signalEventDefinition signalRef="g1" />'), SIGNAL));
  const definitionId = await deploy(keeper, throwing('blackout', SIGNAL, '<signalEventDefinition signalRef="g1" />'));
  await startInstanceOf(cs, definitionId);
  await server.delivered();
  // Both are started in the name of the person who started the throwing instance, who may therefore decide neither.
  expect([await instancesOf('first'), await instancesOf('second')]).toMatchObject([
    [{ starter: cs.id }],
    [{ starter: cs.id }],
  ]);
  expect(await broken(server)).toEqual([]);
});

test('a failed start is retried, then process managers are notified and the cycle continues', async () => {
  const xml = drawing(
    'failing',
    `<startEvent id="s">${timer('timeCycle', 'R/P1D')}</startEvent><exclusiveGateway id="g" name="往哪里" /><endEvent id="x" /><endEvent id="y" />${chain('s', 'g')}
     <sequenceFlow id="f1" sourceRef="g" targetRef="x"><conditionExpression>\${n == 1}</conditionExpression></sequenceFlow><sequenceFlow id="f2" sourceRef="g" targetRef="y"><conditionExpression>\${n == 2}</conditionExpression></sequenceFlow>`,
  );
  await deploy(keeper, xml);
  await server.worked();
  await pass(24 * 60 * MINUTE);
  for (const wait of [10_000, 60_000, 600_000]) await pass(wait);
  expect(await instancesOf('failing')).toEqual([]);
  const notices = await server.tables<{ content: string }>(
    "select content from asmessage where receiver_id = $1 and title like '流程没有按时发起%'",
    [keeper.id],
  );
  expect(notices).toMatchObject([{ content: expect.stringContaining('往哪里') }]);
  const [{ due }] = await server.tables<{ due: number }>(
    "select (extract(epoch from due_at) * 1000)::float8 as due from wf_start s join wf_definition d on d.id = s.definition_id where d.key = 'failing'",
  );
  expect(due).toBe(began + 48 * 60 * MINUTE);
});

test('versions deployed before start events waited in rows start by timer, message and signal after an upgrade', async () => {
  for (const [key, xml] of [
    ['oldTimer', begun('oldTimer', timer('timeCycle', 'R/PT10M'))],
    ['oldDate', begun('oldDate', timer('timeDate', '2020-01-01T00:00:00'))],
    ['oldHeld', begun('oldHeld', timer('timeCycle', 'R/PT10M'))],
    [
      'oldMessage',
      rooted(begun('oldMessage', '<messageEventDefinition messageRef="m2" />'), '<message id="m2" name="旧货到了" />'),
    ],
    [
      'oldSignal',
      rooted(begun('oldSignal', '<signalEventDefinition signalRef="g2" />'), '<signal id="g2" name="旧停电" />'),
    ],
  ] as const) {
    // Deploy two versions: only the newest waits for its event.
    await deploy(keeper, xml);
    await deploy(keeper, xml.replace('name="办理"', 'name="再办"'));
    expect((await startsOf(key)).map((one) => one.version)).toEqual([2]);
  }
  await server.worked();
  await server.tables("update wf_definition set suspension_state = 2 where key = 'oldHeld'");
  const others = await server.tables(
    'select count(*)::int as n from wf_start s join wf_definition d on d.id = s.definition_id where d.key not like $1',
    ['old%'],
  );
  await server.tables(
    "delete from wf_start s using wf_definition d where d.id = s.definition_id and d.key like 'old%'",
  );
  await earlierStarts.apply((text, values) => server.tables(text, values as never));
  await earlierStarts.apply((text, values) => server.tables(text, values as never));
  expect(
    await server.tables(
      "select d.key, d.version, s.kind, s.name, s.is_held as held from wf_start s join wf_definition d on d.id = s.definition_id where d.key like 'old%' order by d.key",
    ),
  ).toEqual([
    { key: 'oldDate', version: 2, kind: 'timer', name: '', held: false },
    { key: 'oldHeld', version: 2, kind: 'timer', name: '', held: true },
    { key: 'oldMessage', version: 2, kind: 'message', name: '旧货到了', held: false },
    { key: 'oldSignal', version: 2, kind: 'signal', name: '旧停电', held: false },
    { key: 'oldTimer', version: 2, kind: 'timer', name: '', held: false },
  ]);
  await server.worked();
  expect(await startsOf('oldDate')).toEqual([]);
  // A cycle that had ended before the patch is not started again.
  expect(
    await server.tables(
      'select count(*)::int as n from wf_start s join wf_definition d on d.id = s.definition_id where d.key not like $1',
      ['old%'],
    ),
  ).toEqual(others);
  await pass(11 * MINUTE);
  expect((await instancesOf('oldTimer')).length).toBe(1);
  expect(await instancesOf('oldHeld')).toEqual([]);
  const thrower = await deploy(
    keeper,
    throwing(
      'oldThrower',
      '<message id="m2" name="旧货到了" /><signal id="g2" name="旧停电" />',
      '<messageEventDefinition messageRef="m2" />',
    ),
  );
  await startInstanceOf(cs, thrower);
  await server.delivered();
  expect((await instancesOf('oldMessage')).length).toBe(1);
  const other = await deploy(
    keeper,
    throwing('oldFlash', '<signal id="g2" name="旧停电" />', '<signalEventDefinition signalRef="g2" />'),
  );
  await startInstanceOf(cs, other);
  await server.delivered();
  expect((await instancesOf('oldSignal')).length).toBe(1);
  expect(await broken(server)).toEqual([]);
});
