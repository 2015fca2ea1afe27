import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [keeper, store, judge, boss] = [
  await server.as('as_manager', { who: 'keeper' }),
  await server.as('as_store'),
  // A role that may approve all governed papers, so that it can get their tasks.
  await server.as('admin', { who: 'judge' }),
  await server.as('administrator'),
];
const task = `<userTask id="a" name="复核" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${judge.id}"]}],"sameAsStarter":"admin"}' />`;
await deploy(keeper, drawing('judge', `<startEvent id="s" />${task}<endEvent id="e" />${chain('s', 'a', 'e')}`));

const bind = async (paperName: string, more = {}): Promise<string> =>
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: `${paperName} 审批`,
      paperName,
      processKey: 'judge',
      enabled: true,
      ...more,
    }),
  ).data.id;
const act = (who: TestCaller, path: string, id: string, action: string, more = {}) =>
  who.post(`${at}/${path}/act`, { id, action, ...more });
const can = async (who: TestCaller, path: string, id: string): Promise<string[]> =>
  ok(await who.get(`${at}/${path}/detail`, { id })).data._can;
const stateOf = async (paper: string, id: string): Promise<string> => {
  const { table, lifecycle } = paperNamed(server.app, paper);
  const column = lifecycle!.field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
  return (await server.tables<{ state: string }>(`select ${column} as state from ${table} where id = $1`, [id]))[0]
    .state;
};
const instances = async (id: string): Promise<string[]> =>
  (
    await server.tables<{ state: string }>('select state from wf_instance where business_id = $1 order by id', [id])
  ).map((one) => one.state);
const complete = async (id: string, flag: 'ok' | ''): Promise<void> => {
  const tasks = (await todoOf(judge)) as unknown as { taskId: string; businessId: string }[];
  const { taskId } = tasks.find((one) => one.businessId === id)!;
  ok(await judge.post('blade-flow/work/complete-task', { taskId, flag, comment: flag ? '同意' : '再核对' }));
};

let main = '';
const adjustment = async (qty: string): Promise<{ id: string; item: string }> => {
  main ||= (await saved(server, paperNamed(server.app, 'warehouse'), { warehouseType: 'main' })).id;
  const { id: item } = await saved(server, paperNamed(server.app, 'material'), { costPrice: '10', trackMode: 'qty' });
  const made = ok(
    await store.post(`${at}/asstockadjust/submit`, {
      adjustType: 'open',
      postDate: '2026-11-20',
      reason: '期初建账',
      warehouseId: main,
      lines: [{ materialId: item, qty, unitCost: '10' }],
    }),
  );
  return { id: made.data.id, item };
};
const onHand = async (item: string): Promise<string[]> =>
  (
    await server.tables<{ n: string }>(
      'select on_hand::text as n from asstock where material_id = $1 and warehouse_id = $2',
      [item, main],
    )
  ).map((one) => one.n);
const other = await server.as('as_store', { who: 'other' });

test('without a binding an adjustment is approved directly, and never submitted', async () => {
  const { id } = await adjustment('1');
  expect(await can(other, 'asstockadjust', id)).toContain('approve');
  expect(await can(other, 'asstockadjust', id)).not.toContain('send');
  expect(await act(store, 'asstockadjust', id, 'send')).toMatchObject({ status: 409, reason: 'workflow.notBound' });
  expect(await stateOf('stockAdjustment', id)).toBe('draft');
  ok(await other.post(`${at}/asstockadjust/approve`, { ids: id, note: '同意' }));
});

test('with a binding it is submitted, rejected, withdrawn and approved, and posted once', async () => {
  const binding = await bind('stockAdjustment');
  const { id, item } = await adjustment('3');
  expect(await can(other, 'asstockadjust', id)).toContain('send');
  expect(await can(other, 'asstockadjust', id)).not.toContain('approve');
  expect(await other.post(`${at}/asstockadjust/approve`, { ids: id, note: '同意' })).toMatchObject({
    status: 409,
    reason: 'workflow.sendFirst',
  });
  expect(await onHand(item)).toEqual([]);
  ok(await act(store, 'asstockadjust', id, 'send'));
  expect([await stateOf('stockAdjustment', id), await instances(id)]).toEqual(['pending', ['running']]);
  expect(await broken(server)).toEqual([]);
  expect(await other.post(`${at}/asstockadjust/approve`, { ids: id, note: '同意' })).toMatchObject({
    status: 403,
    reason: 'workflow.notYourTask',
  });
  await complete(id, '');
  expect([await stateOf('stockAdjustment', id), await instances(id)]).toEqual(['draft', ['completed']]);
  ok(await act(store, 'asstockadjust', id, 'send'));
  ok(await act(store, 'asstockadjust', id, 'withdraw'));
  expect([await stateOf('stockAdjustment', id), await instances(id)]).toEqual(['draft', ['completed', 'withdrawn']]);
  ok(await act(store, 'asstockadjust', id, 'send'));
  await complete(id, 'ok');
  expect(await stateOf('stockAdjustment', id)).toBe('approved');
  expect(await onHand(item)).toEqual(['3.000']);
  expect(await broken(server)).toEqual([]);
  ok(await keeper.post('blade-flow/binding/submit', { id: binding, enabled: false }));
});

test('a conditional binding governs matching papers; the others are approved directly', async () => {
  const binding = await bind('stockAdjustment', { condition: '${money > 1000}' });
  const [small, large] = [await adjustment('2'), await adjustment('200')];
  expect((await act(store, 'asstockadjust', small.id, 'send')).reason).toBe('workflow.notBound');
  ok(await other.post(`${at}/asstockadjust/approve`, { ids: small.id, note: '同意' }));
  expect((await boss.post(`${at}/asstockadjust/approve`, { ids: large.id, note: '同意', reason: '代办' })).reason).toBe(
    'workflow.sendFirst',
  );
  ok(await act(store, 'asstockadjust', large.id, 'send'));
  await complete(large.id, 'ok');
  expect(await stateOf('stockAdjustment', large.id)).toBe('approved');
  ok(await keeper.post('blade-flow/binding/submit', { id: binding, enabled: false }));
});

test.each([
  ['serviceStandard', 'asservicestandards'],
  ['pieceStandard', 'aspieceworkstandard'],
] as const)('%s: what is proposed is published by its process, or goes back', async (name, path) => {
  const { id } = await saved(server, paperNamed(server.app, name));
  expect(await can(keeper, path, id)).not.toContain('propose');
  const binding = await bind(name);
  expect(await can(keeper, path, id)).toContain('propose');
  expect((await act(keeper, path, id, 'publish')).reason).toBe('workflow.sendFirst');
  ok(await act(keeper, path, id, 'propose'));
  expect([await stateOf(name, id), await instances(id)]).toEqual(['proposed', ['running']]);
  expect(await broken(server)).toEqual([]);
  await complete(id, '');
  expect(await stateOf(name, id)).toBe('draft');
  ok(await act(keeper, path, id, 'propose'));
  await complete(id, 'ok');
  expect([await stateOf(name, id), await instances(id)]).toEqual(['published', ['completed', 'completed']]);
  expect(await broken(server)).toEqual([]);
  ok(await keeper.post('blade-flow/binding/submit', { id: binding, enabled: false }));
});

test('a delay is judged by its process, and rejected by it', async () => {
  const binding = await bind('delay');
  const submitted = async (): Promise<string> => {
    const { id } = await saved(server, paperNamed(server.app, 'delay'));
    expect(
      ok(await boss.post(`${at}/asdelayworkregistration/submit`, { id, action: 'submit', reason: '代办' })).status,
    ).toBe(200);
    return id;
  };
  const id = await submitted();
  expect([await stateOf('delay', id), await instances(id)]).toEqual(['pending', ['running']]);
  await complete(id, '');
  expect([await stateOf('delay', id), await instances(id)]).toEqual(['rejected', ['completed']]);
  const second = await submitted();
  await complete(second, 'ok');
  expect(await stateOf('delay', second)).toBe('approved');
  expect(await broken(server)).toEqual([]);
  ok(await keeper.post('blade-flow/binding/submit', { id: binding, enabled: false }));
});

test('an unpublished standard is visible in its case, with the people it waits for', async () => {
  const binding = await bind('serviceStandard');
  const { id } = await saved(server, paperNamed(server.app, 'serviceStandard'));
  ok(await act(keeper, 'asservicestandards', id, 'propose'));
  const { data } = ok(await keeper.get('blade-flow/work/governing', { paperName: 'serviceStandard', businessId: id }));
  expect(data.processInstanceId).not.toBe('');
  const detail = ok(
    await keeper.get('blade-flow/work/task-detail', { processInstanceId: data.processInstanceId }),
  ).data;
  expect(detail).toMatchObject({ paper: 'serviceStandard', row: { id, publishStatus: 'proposed' } });
  ok(await act(keeper, 'asservicestandards', id, 'withdraw'));
  ok(await keeper.post('blade-flow/binding/submit', { id: binding, enabled: false }));
});
