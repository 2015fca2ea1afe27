import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { leaveProcessXml } from '../engine/shipped/leave-process.rules.ts';
import { chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs] = [await server.as('as_manager'), await server.as('as_cs')];

const approval = (key: string, more = '', name = '审批') =>
  drawing(
    key,
    `<startEvent id="s" anju:fields='{"days":"edit"}' /><userTask id="t" name="${name}" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${keeper.id}"]}]}' />${more}<endEvent id="yes" anju:outcome="approved" /><endEvent id="no" anju:outcome="rejected" /><sequenceFlow id="f1" sourceRef="s" targetRef="t" /><sequenceFlow id="pass" sourceRef="t" targetRef="${more ? 'u' : 'yes'}"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow><sequenceFlow id="fail" sourceRef="t" targetRef="no"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>`,
  );

const save = (who: TestCaller, body: Record<string, unknown>) => who.post('blade-flow/model/submit', body);
const validate = async (xml: string) => ok(await keeper.post('blade-flow/process/validate', { xml })).data;

test('a drawing is saved with a diagram and its version; a stale change is refused', async () => {
  const xml = approval('drawn');
  const saved = ok(await save(keeper, { modelKey: 'drawn', name: '试画', modelEditorXml: xml })).data;
  const { data } = ok(await keeper.get('blade-flow/model/detail', { id: saved.id }));
  expect(data.modelEditorXml).toContain('BPMNShape');
  expect(data.modelEditorXml).toContain('anju:assignment');
  ok(await save(keeper, { id: data.id, version: data.version, name: '试画二' }));
  expect(await save(keeper, { id: data.id, version: data.version, name: '试画三' })).toMatchObject({
    status: 409,
    reason: 'row.changed',
  });
  const { records } = ok(await keeper.get('blade-flow/model/list', { current: 1, size: 5, modelKey: 'drawn' })).data;
  expect(records).toMatchObject([{ id: saved.id, name: '试画二', modelKey: 'drawn' }]);
  expect(await save(keeper, { modelKey: 'x', name: 'x', modelEditorXml: '<x' })).toMatchObject({ status: 400 });
  expect(await save(cs, { modelKey: 'y', name: 'y', modelEditorXml: xml })).toMatchObject({ status: 403 });
});

test('a large drawing is saved, one beyond the limit is refused', async () => {
  const padded = (letters: number) =>
    approval('large').replace('<startEvent', `<!--${'x'.repeat(letters)}--><startEvent`);
  expect(await save(keeper, { modelKey: 'large', name: '大', modelEditorXml: padded(1_600_000) })).toMatchObject({
    status: 200,
  });
  expect((await save(keeper, { modelKey: 'larger', name: '更大', modelEditorXml: padded(2_100_000) })).status).toBe(
    400,
  );
  expect(
    (await save(keeper, { modelKey: 'most', name: '最大', modelEditorXml: padded(3_500_000) })).status,
  ).toBeGreaterThan(399);
});

test('a check lists findings with their place, and the possible choices', async () => {
  const good = await validate(approval('good'));
  expect(good).toMatchObject({ success: true, findings: [] });
  expect(good.passed).toBeGreaterThan(35);
  expect(good.services.map((one: { name: string }) => one.name)).toContain('notice.send');
  expect(good.processes.map((one: { key: string }) => one.key)).toContain('LeaveProcess');
  const bad = await validate(
    drawing(
      'bad',
      `<startEvent id="s" /><serviceTask id="svc" name="催办" /><endEvent id="e" />${chain('s', 'svc', 'e')}`,
    ),
  );
  expect(bad).toMatchObject({
    success: false,
    findings: [{ code: 'serviceMissing', level: 'error', node: 'svc', message: '没有选择服务' }],
  });
  expect((await cs.post('blade-flow/process/validate', { xml: approval('x') })).status).toBe(403);
});

test('a drawing with an error is not deployed; a corrected one becomes a new version', async () => {
  const wrong = drawing(
    'mend',
    `<startEvent id="s" /><serviceTask id="svc" /><endEvent id="e" />${chain('s', 'svc', 'e')}`,
  );
  const { id } = ok(await save(keeper, { modelKey: 'mend', name: '修好', modelEditorXml: wrong })).data;
  expect(await keeper.post('blade-flow/model/deploy', { modelId: id, category: 'flow_leave' })).toMatchObject({
    status: 400,
    reason: 'workflow.unreadableFile',
  });
  const { version } = ok(await keeper.get('blade-flow/model/detail', { id })).data;
  ok(await save(keeper, { id, version, modelEditorXml: approval('mend') }));
  const { processDefinitionIds } = ok(
    await keeper.post(`blade-flow/model/deploy?modelId=${id}&category=flow_leave`, {}),
  ).data;
  const instance = await startInstanceOf(cs, processDefinitionIds[0]);
  expect(await todoOf(keeper, instance)).toHaveLength(1);
  expect((await cs.post('blade-flow/model/deploy', { modelId: id, category: 'flow_leave' })).status).toBe(403);
});

test('versions are listed with their cases, compared, and exported', async () => {
  const first = await deploy(keeper, approval('lives'));
  await startInstanceOf(cs, first);
  const second = await deploy(
    keeper,
    approval(
      'lives',
      `<userTask id="u" name="复核" anju:assignment='{"mode":"single","by":[{"type":"starter"}]}' /><sequenceFlow id="on" sourceRef="u" targetRef="yes" />`,
      '初审',
    ),
  );
  const versions = ok(await keeper.get('blade-flow/manager/versions', { key: 'lives' })).data;
  expect(versions).toMatchObject([
    { id: second, version: 2, running: 0, source: 'upload' },
    { id: first, version: 1, running: 1, finished: 0, categoryName: '请假流程' },
  ]);
  const { changes } = ok(await keeper.get('blade-flow/manager/diff', { fromId: first, toId: second })).data;
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'u', kind: 'added', type: 'userTask', name: '复核' }),
      expect.objectContaining({
        id: 't',
        kind: 'changed',
        attributes: [{ name: 'name', before: '审批', after: '初审' }],
      }),
      expect.objectContaining({
        id: 'pass',
        kind: 'changed',
        attributes: [{ name: 'target', before: 'yes', after: 'u' }],
      }),
    ]),
  );
  const file = await keeper.get('blade-flow/manager/export', { processDefinitionId: second });
  expect(file.status).toBe(200);
  expect((await cs.get('blade-flow/manager/versions', { key: 'lives' })).status).toBe(403);
  const foreign = await server.as('admin', { tenantId: '300001' });
  expect((await foreign.get('blade-flow/manager/export', { processDefinitionId: second })).status).toBe(404);
  expect((await foreign.get('blade-flow/manager/diff', { fromId: first, toId: second })).status).toBe(404);
});

test('a simulation lists the people of tasks, without writing', async () => {
  const count = async () =>
    (
      await server.tables<{ n: string }>(
        'select (select count(*) from wf_instance) + (select count(*) from wf_task) as n',
      )
    )[0].n;
  const before = await count();
  const { run, replay } = ok(await keeper.post('blade-flow/process/simulate', { xml: approval('dry') })).data;
  expect(run).toMatchObject({
    end: 'ended',
    outcome: 'approved',
    tasks: [{ nodeId: 't', pass: true }],
    visited: ['s', 'f1', 't', 'pass', 'yes'],
  });
  expect(run.tasks[0].people).toHaveLength(1);
  expect(replay).toBeNull();
  const rejected = ok(
    await keeper.post('blade-flow/process/simulate', { xml: approval('dry'), decisions: { t: false } }),
  ).data.run;
  expect(rejected).toMatchObject({ end: 'ended', outcome: 'rejected' });
  const leave = ok(
    await keeper.post('blade-flow/process/simulate', { xml: leaveProcessXml, variables: { taskUser: cs.id, days: 5 } }),
  ).data.run;
  expect(leave.tasks.map((one: { nodeId: string }) => one.nodeId)).toEqual(['hrTask', 'bossTask']);
  const stuck = ok(
    await keeper.post('blade-flow/process/simulate', { xml: leaveProcessXml, variables: { taskUser: cs.id } }),
  ).data.run;
  expect(stuck).toMatchObject({ end: 'stuck' });
  expect(stuck.message).not.toBe('');
  expect(await count()).toBe(before);
});

test('finished cases are replayed on a draft: same, different, stuck', async () => {
  const version = await deploy(keeper, approval('again'));
  for (const pass of [true, true, false]) {
    const instance = await startInstanceOf(cs, version, { days: 2 });
    const [{ taskId }] = await todoOf(keeper, instance);
    ok(
      await keeper.post('blade-flow/work/complete-task', {
        taskId,
        processInstanceId: instance,
        ...(pass && { flag: 'ok' }),
        comment: '好',
      }),
    );
  }
  const replayOf = async (xml: string) =>
    ok(await keeper.post('blade-flow/process/simulate', { xml, replay: true })).data.replay;
  expect(await replayOf(approval('again'))).toMatchObject({
    total: 3,
    unchanged: 3,
    different: 0,
    stuck: 0,
    people: [],
  });
  const second = approval(
    'again',
    `<userTask id="u" name="复核" anju:assignment='{"mode":"single","by":[{"type":"starter"}]}' /><sequenceFlow id="on" sourceRef="u" targetRef="yes" />`,
  );
  const different = await replayOf(second);
  expect(different).toMatchObject({
    total: 3,
    unchanged: 1,
    different: 2,
    stuck: 0,
    people: [{ before: 0, after: 2 }],
  });
  expect(different.cases).toHaveLength(2);
  const broken = approval('again').replace('${pass}', '${days > 3}').replace('${!pass}', '${days > 9}');
  // The rejected instance ends as before, because no flow reads the decision any more.
  expect(await replayOf(broken)).toMatchObject({ unchanged: 1, stuck: 2 });
});

test('unknown candidates have a warning, except groups with roles', async () => {
  const doubted = async (groups: string): Promise<string[]> => {
    const xml = drawing(
      'candidates',
      `<startEvent id="s" /><userTask id="a" name="一" flowable:candidateGroups="${groups}" /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    );
    const { data } = ok(await keeper.post('blade-flow/process/validate', { xml }));
    expect(data.success).toBe(true);
    return data.findings.flatMap((one: { code: string; level: string }) =>
      one.code === 'unknownGroup' ? [one.level] : [],
    );
  };
  expect(await doubted('as_hr')).toEqual([]);
  expect(await doubted('manager')).toEqual([]);
  expect(await doubted('as_nobody')).toEqual(['warning']);
});

test('a large drawing is checked in another thread', async () => {
  const attributes = Array.from({ length: 60 }, (_, at) => `flowable:a${at}="v${at}"`).join(' ');
  const ids = Array.from({ length: 990 }, (_, at) => `t${at}`);
  const tasks = ids.map((id) => `<userTask id="${id}" name="${id}" flowable:assignee="${keeper.id}" ${attributes} />`);
  const xml = drawing('large', `<startEvent id="s" />${tasks.join('')}<endEvent id="e" />${chain('s', ...ids, 'e')}`);
  let threads = 0;
  const count = () => (threads += 1);
  process.on('worker', count);
  try {
    expect(await validate(xml)).toMatchObject({ success: true });
    expect(threads).toBe(1);
    await validate(approval('small'));
    expect(threads).toBe(1);
  } finally {
    process.off('worker', count);
  }
});
