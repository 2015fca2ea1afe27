import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, startInstanceOf, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [boss, keeper, cs, hr, store] = [
  await server.as('administrator'),
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_store'),
];
let count = 0;
const notNamed = { status: 403, reason: 'workflow.mayNotStart' };
const otherPaper = { status: 409, reason: 'workflow.otherPaper' };

/**
 * Return a process with one task of the administrator. `attributes` are added to the process, `event` to its start
 * event.
 */
const drawn = (key: string, attributes: string, event = ''): string =>
  drawing(
    key,
    `<startEvent id="s">${event}</startEvent><userTask id="a" name="审" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${boss.id}"]}]}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  ).replace('<process ', `<process ${attributes} `);
const deployed = (attributes: string, category?: string): Promise<string> =>
  deploy(keeper, drawn(`starters${(count += 1)}`, attributes, ''), category);
const starters = (...keys: string[]): string => `anju:starters="${keys.join(', ')}"`;
const startBy = (who: TestCaller, processDefinitionId: string) =>
  who.post('blade-flow/process/start', { processDefinitionId, variables: {} });
const offeredTo = async (who: TestCaller): Promise<string[]> =>
  ok(await who.get('blade-flow/work/start-list', { current: 1, size: 200 })).data.records.map(
    ({ id }: { id: string }) => id,
  );
const deptOf = async ({ id }: TestCaller): Promise<string> =>
  (await server.tables<{ dept: string }>('select dept_id[1]::text as dept from blade_user where id = $1', [id]))[0]
    .dept;

test('a process without named starters is started by all staff', async () => {
  const open = await deployed('');
  for (const who of [cs, hr, store]) {
    ok(await startBy(who, open));
    expect(await offeredTo(who)).toContain(open);
  }
});

test('only the accounts, roles and departments that a process names start it, and its list shows it to no other', async () => {
  const [{ id: roleId }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_hr'",
  );
  const dept = await deptOf(hr);
  await server.tables('update blade_user set dept_id = null where id = any($1::bigint[])', [[cs.id, store.id]]);
  const ways = [
    starters(`user:${hr.id}`),
    starters('user:0', 'role:as_hr'),
    starters(`role:${roleId}`),
    starters(`dept:${dept}`),
  ];
  for (const way of ways) {
    const version = await deployed(way);
    expect(await startBy(cs, version)).toMatchObject(notNamed);
    expect(await offeredTo(cs)).not.toContain(version);
    ok(await startBy(hr, version));
    expect(await offeredTo(hr)).toContain(version);
    ok(await startBy(boss, version));
  }
});

test('a leave checks the starters of its process, at each endpoint', async () => {
  const version = await deployed(`${starters('role:as_hr')} anju:papers="processLeave"`);
  const leave = { startTime: '2026-12-01 08:30:00', endTime: '2026-12-02 17:30:00', reason: '回老家' };
  for (const path of ['blade-desk/process/leave/start-process', 'blade-flow/process/leave/start-process']) {
    const ask = (who: TestCaller) => who.post(path, { ...leave, processDefinitionId: version, taskUser: boss.id });
    expect(await ask(cs)).toMatchObject(notNamed);
    ok(await ask(hr));
  }
  expect(await server.tables('select 1 from blade_process_leave where apply_user = $1', [cs.id])).toEqual([]);
});

test('a call starts only a process of its paper, and so does a binding', async () => {
  const ofTechnicians = await versionOf(server, 'technicianLeave');
  expect(await startBy(cs, ofTechnicians)).toMatchObject(otherPaper);
  expect(await offeredTo(cs)).not.toContain(ofTechnicians);
  expect(await startBy(cs, await versionOf(server, 'LeaveProcess'))).toMatchObject(otherPaper);
  expect(
    await cs.post('blade-desk/process/leave/start-process', {
      processDefinitionId: ofTechnicians,
      taskUser: hr.id,
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-02 17:30:00',
      reason: '回老家',
    }),
  ).toMatchObject(otherPaper);
  const bound = await keeper.post('blade-flow/binding/submit', {
    title: '调整走请假流程',
    paperName: 'stockAdjustment',
    processKey: 'technicianLeave',
    enabled: false,
  });
  expect(bound).toMatchObject(otherPaper);
});

test('submitting a paper checks the starters of its process', async () => {
  const key = `starters${(count += 1)}`;
  await deploy(keeper, drawn(key, starters('role:as_hr')));
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '库存调整审批',
      paperName: 'stockAdjustment',
      processKey: key,
      enabled: true,
    }),
  );
  const { id: main } = await saved(server, paperNamed(server.app, 'warehouse'), { warehouseType: 'main' });
  const { id: item } = await saved(server, paperNamed(server.app, 'material'), { costPrice: '10', trackMode: 'qty' });
  const at = 'blade-maintenance/webApi/asstockadjust';
  const { id } = ok(
    await store.post(`${at}/submit`, {
      adjustType: 'open',
      postDate: '2026-11-20',
      reason: '盘点',
      warehouseId: main,
      lines: [{ materialId: item, qty: '1', unitCost: '10' }],
    }),
  ).data;
  expect(await store.post(`${at}/act`, { id, action: 'send' })).toMatchObject(notNamed);
  expect(await server.tables('select 1 from wf_instance where business_id = $1', [id])).toEqual([]);
});

test('an event starts a process only for its starters, and the throwing case logs the refusal', async () => {
  const message = '<message id="m1" name="可发起" />';
  const rooted = (xml: string): string => xml.replace('<process ', `${message}<process `);
  const event = '<messageEventDefinition messageRef="m1" />';
  await deploy(keeper, rooted(drawn('heard', starters('role:as_hr'), event)));
  const throwing = await deploy(
    keeper,
    rooted(
      drawing(
        'thrown',
        `<startEvent id="s" /><intermediateThrowEvent id="t">${event}</intermediateThrowEvent><endEvent id="e" />${chain('s', 't', 'e')}`,
      ),
    ),
  );
  const heard = () =>
    server.tables("select 1 from wf_instance i join wf_definition d on d.id = i.definition_id where d.key = 'heard'");
  const refused = await startInstanceOf(cs, throwing);
  await server.delivered();
  expect(await heard()).toEqual([]);
  const history = ok(await cs.get('blade-flow/work/task-detail', { processInstanceId: refused })).data.actions;
  expect(history).toContainEqual(expect.objectContaining({ action: 'startRefused', comment: 'heard' }));
  await startInstanceOf(hr, throwing);
  await server.delivered();
  expect((await heard()).length).toBe(1);
});

test('a drawing with starters, papers or a category that do not fit is refused when it is deployed', async () => {
  const codes = async (attributes: string): Promise<string[]> =>
    ok(await keeper.post('blade-flow/process/validate', { xml: drawn('faulty', attributes) })).data.findings.map(
      ({ code }: { code: string }) => code,
    );
  expect(await codes(starters('everybody'))).toContain('badStarter');
  expect(await codes('anju:papers="noSuchPaper"')).toContain('unknownPaper');
  expect(await codes(`${starters('role:as_hr')} anju:papers="leaveForm"`)).toEqual([]);
  const form = new FormData();
  form.set('category', 'flow_delay');
  form.set('files', new Blob([drawn('otherwise', 'anju:category="flow_leave"')]), 'process.bpmn20.xml');
  expect(await keeper.send('POST', 'blade-flow/manager/deploy-upload', { body: form })).toMatchObject({
    status: 400,
    reason: 'workflow.drawnCategory',
  });
});
