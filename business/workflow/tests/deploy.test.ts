import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, platform, foreign] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('administrator', { who: 'platform' }),
  await server.as('admin', { tenantId: '300001' }),
];

const oneTask = (key: string, name = '确认') =>
  drawing(
    key,
    `<startEvent id="s" /><userTask id="t" name="${name}" anju:assignment='{"mode":"single","by":[{"type":"starter"}]}' /><endEvent id="e" />${chain('s', 't', 'e')}`,
  );

const upload = (
  who: TestCaller,
  path: string,
  files: readonly [name: string, text: string][],
  fields: Record<string, string>,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, text] of files) form.append('files', new Blob([text], { type: 'text/xml' }), name);
  return who.send('POST', path, { body: form });
};

const listed = async (who: TestCaller, query = {}) =>
  ok(await who.get('blade-flow/manager/list', { current: 1, size: 50, ...query })).data.records;

test('the same file is the same version, another is the next, and lists show the newest', async () => {
  const first = await deploy(keeper, oneTask('care'));
  expect(await deploy(keeper, oneTask('care'))).toBe(first);
  const second = await deploy(keeper, oneTask('care', '再确认'));
  expect(second).not.toBe(first);
  expect(await listed(keeper, { key: 'care' })).toMatchObject([
    {
      id: second,
      key: 'care',
      version: 2,
      tenantId: '000000',
      suspensionState: 1,
      category: 'flow_leave',
      categoryName: '请假流程',
    },
  ]);
  const { records } = ok(
    await cs.get('blade-flow/work/start-list', { current: 1, size: 10, category: 'flow_leave', mode: '2' }),
  ).data;
  expect(records).toMatchObject([{ id: second }]);
  const shared = ok(await cs.get('blade-flow/work/start-list', { current: 1, size: 10, mode: '1' })).data.records;
  expect(shared.map((one: { key: string }) => one.key)).toContain('LeaveProcess');
  expect(shared[0].tenantId).toBe('');
});

test('running instances stay on their version', async () => {
  const first = await deploy(keeper, oneTask('stays', '一'));
  const instance = await startInstanceOf(cs, first);
  const second = await deploy(keeper, oneTask('stays', '二'));
  expect(await todoOf(cs, instance)).toMatchObject([{ taskName: '一', processDefinitionVersion: 1 }]);
  const next = await startInstanceOf(cs, second);
  expect(await todoOf(cs, next)).toMatchObject([{ taskName: '二', processDefinitionVersion: 2 }]);
});

test('an invalid file is refused before its deployment, and at it', async () => {
  const check = async (name: string, text: string) =>
    ok(await upload(keeper, 'blade-flow/manager/check-upload', [[name, text]], {})).data;
  expect(await check('good.bpmn', oneTask('good'))).toMatchObject({ name: 'good.bpmn', success: true });
  expect(await check('good.txt', oneTask('good'))).toMatchObject({ success: false });
  expect(await check('bad.bpmn', '<!DOCTYPE x><definitions/>')).toMatchObject({
    success: false,
    findings: [{ code: 'doctype' }],
  });
  expect(
    await upload(keeper, 'blade-flow/manager/deploy-upload', [['bad.bpmn', '<x>']], { category: 'flow_leave' }),
  ).toMatchObject({ status: 400, reason: 'workflow.unreadableFile' });
  expect(
    await upload(keeper, 'blade-flow/manager/deploy-upload', [['a.bpmn', oneTask('a')]], { category: 'flow_nothing' }),
  ).toMatchObject({ status: 400, reason: 'workflow.unknownCategory' });
  expect(await upload(keeper, 'blade-flow/manager/deploy-upload', [], { category: 'flow_leave' })).toMatchObject({
    status: 400,
    reason: 'workflow.noFile',
  });
  expect(
    await upload(cs, 'blade-flow/manager/deploy-upload', [['a.bpmn', oneTask('a')]], { category: 'flow_leave' }),
  ).toMatchObject({ status: 403 });
  expect((await cs.get('blade-flow/manager/list')).status).toBe(403);
});

test('only the platform deploys for all companies; each then has a version of its own', async () => {
  const form = { category: 'flow_leave', tenantIds: '' };
  expect(
    await upload(foreign, 'blade-flow/manager/deploy-upload', [['c.bpmn', oneTask('common')]], form),
  ).toMatchObject({ status: 403, reason: 'workflow.foreignCompanies' });
  expect(
    await upload(keeper, 'blade-flow/manager/deploy-upload', [['c.bpmn', oneTask('common')]], {
      ...form,
      tenantIds: '300001',
    }),
  ).toMatchObject({ status: 403 });
  ok(await upload(platform, 'blade-flow/manager/deploy-upload', [['c.bpmn', oneTask('common')]], form));
  const [theirs] = await listed(foreign, { key: 'common', mode: '1' });
  const [ours] = await listed(keeper, { key: 'common', mode: '1' });
  expect([theirs.tenantId, ours.tenantId]).toEqual(['', '']);
  expect(theirs.id).not.toBe(ours.id);
  expect(await listed(foreign, { key: 'common', mode: '2' })).toEqual([]);
  // A version of another company is refused as missing.
  expect(await foreign.post('blade-flow/process/start', { processDefinitionId: ours.id })).toMatchObject({
    status: 404,
  });
  expect((await foreign.get('blade-flow/process/model-view', { processDefinitionId: ours.id })).status).toBe(404);
  ok(await foreign.post('blade-flow/process/start', { processDefinitionId: theirs.id }));
  // A company that is created later gets this process too, and the shipped ones.
  ok(
    await platform.post('blade-system/tenant/submit', {
      tenantName: '新公司',
      linkman: '王',
      contactNumber: '13800000000',
    }),
  );
  const keys = await server.tables<{ key: string }>(
    "select d.key from wf_definition d join blade_tenant t on t.tenant_id = d.tenant_id where t.tenant_name = '新公司' order by 1",
  );
  expect(keys.map((one) => one.key)).toEqual(expect.arrayContaining(['LeaveProcess', 'common']));
});

test('suspending a process stops its instances; activating lets them go on', async () => {
  const id = await deploy(keeper, oneTask('paused'));
  const instance = await startInstanceOf(cs, id);
  const [task] = await todoOf(cs, instance);
  const set = (state: string) => keeper.post(`blade-flow/manager/change-state?processId=${id}&state=${state}`);
  expect((await set('sleep')).reason).toBe('workflow.unknownState');
  expect(ok(await set('suspend')).data).toEqual({ instances: 1 });
  expect(await listed(keeper, { key: 'paused' })).toMatchObject([{ suspensionState: 2 }]);
  expect(await cs.post('blade-flow/process/start', { processDefinitionId: id })).toMatchObject({
    status: 409,
    reason: 'workflow.definitionSuspended',
  });
  expect(await todoOf(cs, instance)).toMatchObject([{ suspended: true }]);
  const complete = () =>
    cs.post('blade-flow/work/complete-task', { taskId: task.taskId, processInstanceId: instance, flag: 'ok' });
  expect(await complete()).toMatchObject({ status: 409, reason: 'workflow.suspended' });
  ok(await set('active'));
  ok(await complete());
  expect((await cs.post(`blade-flow/manager/change-state?processId=${id}&state=suspend`)).status).toBe(403);
});

test('a deployment with running instances is deleted only if these end with a reason', async () => {
  expect(await keeper.post('blade-flow/manager/delete-deployment')).toMatchObject({
    status: 400,
    msg: '请选择至少一条数据',
  });
  const id = await deploy(keeper, oneTask('going'));
  const [{ deploymentId }] = await listed(keeper, { key: 'going' });
  const instance = await startInstanceOf(cs, id);
  const remove = (more = '') =>
    keeper.post(`blade-flow/manager/delete-deployment?deploymentIds=${deploymentId}${more}`);
  expect(await remove()).toMatchObject({ status: 409, reason: 'workflow.instancesRun' });
  expect(await remove('&force=1')).toMatchObject({ status: 400, reason: 'workflow.reasonNeeded' });
  expect(ok(await remove(`&force=1&reason=${encodeURIComponent('不再使用')}`)).data).toEqual({
    deleted: 1,
    cancelled: 1,
  });
  expect(await listed(keeper, { key: 'going' })).toEqual([]);
  expect(await remove()).toMatchObject({ status: 404 });
  expect(await todoOf(cs, instance)).toEqual([]);
  expect(ok(await cs.get('blade-flow/work/task-detail', { processInstanceId: instance })).data.process).toMatchObject({
    state: 'cancelled',
    deleteReason: '不再使用',
  });
  expect((await foreign.post(`blade-flow/manager/delete-deployment?deploymentIds=${deploymentId}`)).status).toBe(404);
  expect(await broken(server)).toEqual([]);
});

test('only stored drawings may be large; the second of two saves is refused', async () => {
  const large = oneTask('large').replace(
    '<startEvent',
    `<documentation>${'图'.repeat(500_000)}</documentation><startEvent`,
  );
  const model = { modelKey: 'large', name: '大图', modelEditorXml: large };
  const { data } = ok(await keeper.post('blade-flow/model/submit', model));
  expect((await keeper.post('blade-flow/binding/submit', model)).status).toBe(413);
  expect((await keeper.post('blade-flow/model/submit', { ...model, modelEditorXml: large.repeat(3) })).status).toBe(
    413,
  );
  const row = ok(await keeper.get('blade-flow/model/detail', { id: data.id })).data;
  // The model got a layout and was stored completely.
  expect(row.modelEditorXml.length).toBeGreaterThan(large.length);
  ok(await keeper.post('blade-flow/model/submit', { id: data.id, version: row.version, name: '大图二' }));
  expect(
    (await keeper.post('blade-flow/model/submit', { id: data.id, version: row.version, name: '大图三' })).status,
  ).toBe(409);
});
