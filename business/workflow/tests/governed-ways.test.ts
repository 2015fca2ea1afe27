import { lifeOf } from '#kernel/language/paper.ts';
import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { saved } from '#kernel/testing/sample.ts';
import { checked, committed, sheetWith } from '#kernel/testing/sheets.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [keeper, store, clerk, third, judge, boss] = [
  await server.as('as_manager', { who: 'keeper' }),
  await server.as('as_store'),
  await server.as('as_store', { who: 'clerk' }),
  await server.as('as_store', { who: 'third' }),
  await server.as('admin', { who: 'judge' }),
  await server.as('administrator'),
];
const decidedBy = (key: string, who: TestCaller): string =>
  drawing(
    key,
    `<startEvent id="s" /><userTask id="a" name="复核" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${who.id}"]}],"sameAsStarter":"admin"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
await deploy(keeper, decidedBy('byJudge', judge));
await deploy(keeper, decidedBy('byClerk', clerk));
const bind = async (paperName: string, processKey: string): Promise<string> =>
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: `${paperName} 审批`,
      paperName,
      processKey,
      enabled: true,
      priority: 99,
    }),
  ).data.id;
const unbind = (id: string) => keeper.post('blade-flow/binding/submit', { id, enabled: false });
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
const stateOf = async (name: string, id: string): Promise<string> => {
  const { table, lifecycle } = paperNamed(server.app, name);
  return (
    await server.tables<{ state: string }>(
      `select ${columnOf(lifecycle!.field)} as state from ${table} where id = $1`,
      [id],
    )
  )[0].state;
};
const running = async (id: string): Promise<number> =>
  (
    await server.tables<{ n: number }>(
      "select count(*)::int as n from wf_instance where business_id = $1 and state = 'running'",
      [id],
    )
  )[0].n;

let main = '';
async function adjustment(reason: string): Promise<string> {
  main ||= (await saved(server, paperNamed(server.app, 'warehouse'), { warehouseType: 'main' })).id;
  const { id: item } = await saved(server, paperNamed(server.app, 'material'), { costPrice: '10', trackMode: 'qty' });
  return ok(
    await store.post(`${at}/asstockadjust/submit`, {
      adjustType: 'open',
      postDate: '2026-11-20',
      reason,
      warehouseId: main,
      lines: [{ materialId: item, qty: '1', unitCost: '10' }],
    }),
  ).data.id;
}

test('a bulk decision applies to awaited papers and refuses the others, each completely', async () => {
  const binding = await bind('stockAdjustment', 'byClerk');
  const sent = [await adjustment('年中盘点'), await adjustment('年中盘点')];
  const draft = await adjustment('年中盘点');
  for (const id of sent) ok(await store.post(`${at}/asstockadjust/act`, { id, action: 'send' }));
  const all = { filters: { keyword: '年中盘点' }, count: 3 };
  const approve = (who: TestCaller) => who.post(`${at}/asstockadjust/approve`, { matching: all, note: '同意' });
  const reasons = (answer: { data: { failed: { id: string; reason: string; msg: string }[] } }) =>
    Object.fromEntries(answer.data.failed.map((one) => [one.id, one.reason]));
  const refused = ok(await approve(third));
  expect(refused.data.success).toEqual([]);
  expect(reasons(refused)).toEqual({
    [sent[0]]: 'workflow.notYourTask',
    [sent[1]]: 'workflow.notYourTask',
    [draft]: 'workflow.sendFirst',
  });
  expect(refused.data.failed.every((one: { msg: string }) => one.msg !== '')).toBe(true);
  expect([await stateOf('stockAdjustment', sent[0]), await stateOf('stockAdjustment', draft)]).toEqual([
    'pending',
    'draft',
  ]);
  const done = ok(await approve(clerk));
  expect([...done.data.success].toSorted()).toEqual([...sent].toSorted());
  expect(reasons(done)).toEqual({ [draft]: 'workflow.sendFirst' });
  expect([await stateOf('stockAdjustment', sent[1]), await stateOf('stockAdjustment', draft)]).toEqual([
    'approved',
    'draft',
  ]);
  expect(
    await server.tables(
      'select count(*)::int as n from asstock where material_id in (select material_id from asstockadjustdetails where adjust_id = $1)',
      [draft],
    ),
  ).toEqual([{ n: 0 }]);
  expect(await broken(server)).toEqual([]);
  ok(await unbind(binding));
});

/** Create a row that waits for its process, for each governed paper. */
const WAITING: Readonly<Record<string, (name: string, path: string) => Promise<string>>> = {
  stockAdjustment: async (_, path) => {
    const id = await adjustment('每条路');
    ok(await store.post(`${path}/act`, { id, action: 'send' }));
    return id;
  },
  serviceStandard: async (name, path) => {
    const { id } = await saved(server, paperNamed(server.app, name));
    ok(await keeper.post(`${path}/act`, { id, action: 'propose' }));
    return id;
  },
  pieceStandard: async (name, path) => {
    const { id } = await saved(server, paperNamed(server.app, name));
    ok(await keeper.post(`${path}/act`, { id, action: 'propose' }));
    return id;
  },
  delay: async (name, path) => {
    const { id } = await saved(server, paperNamed(server.app, name));
    ok(await boss.post(`${path}/submit`, { id, action: 'submit', reason: '代办' }));
    return id;
  },
  leaveForm: async (name, path) => {
    const { id } = await saved(server, paperNamed(server.app, name));
    if ((await stateOf(name, id)) === 'draft')
      ok(await boss.post(`${path}/submit`, { id, action: 'submit', reason: '代办' }));
    return id;
  },
};

test.each(Object.keys(WAITING))('%s: no way leads past its process', async (name) => {
  const paper = paperNamed(server.app, name);
  const { path } = paper;
  const life = lifeOf(paper);
  const governed = life.governed!;
  const binding = await bind(name, 'byJudge');
  const id = await WAITING[name](name, path);
  const pending = life.actions[governed.start].to as string;
  expect([await stateOf(name, id), await running(id)]).toEqual([pending, 1]);
  const words = { note: '同意', reason: '代办', pass: true };
  const stands = async (way: string): Promise<void> =>
    expect([way, await stateOf(name, id), await running(id)]).toEqual([way, pending, 1]);

  // Calls of the paper itself. A caller with every button but no task is refused. The refusal names the people whom the
  // process waits for.
  for (const verb of [governed.approve, governed.reject]) {
    const ways: [way: string, address: string, body: object][] = [
      ['act', `${path}/act`, { id, action: verb }],
      ['act on several', `${path}/act`, { ids: id, action: verb }],
      ['submit', `${path}/submit`, { id, action: verb }],
      ['update', `${path}/update`, { id, action: verb }],
    ];
    const { call } = life.actions[verb];
    if (call?.path !== 'submit')
      ways.push([
        'own',
        `${path}/${call?.path ?? verb}`,
        { ids: id, action: call?.action ?? verb, pass: verb === governed.approve, ...call?.when },
      ]);
    for (const [way, address, body] of ways) {
      expect([verb, way, (await boss.post(address, { ...words, ...body })).reason]).toEqual([
        verb,
        way,
        'workflow.notYourTask',
      ]);
      await stands(`${verb} by ${way}`);
    }
  }

  // Write the final state as a field: inline, in bulk, by undo, and through the form.
  const ending = life.actions[governed.approve].to as string;
  const state = { [life.field]: ending };
  for (const [way, ask] of [
    ['inline', () => boss.post(`${path}/update`, { id, ...state })],
    ['form', () => boss.post(`${path}/submit`, { id, ...state })],
    ['bulk', () => boss.post(`${path}/bulk`, { ids: id, set: state })],
    ['undo', () => boss.post(`${path}/bulk`, { rows: { [id]: state } })],
    ['rest', () => boss.write('PUT', `${path}/${id}`, state)],
  ] as const) {
    await ask();
    await stands(way);
  }

  // Import a sheet with the row in its final state.
  const keyField = Object.entries(paper.fields).find(([, field]) => (field as { number?: unknown }).number)?.[0];
  const [{ no }] = keyField
    ? await server.tables<{ no: string }>(`select ${columnOf(keyField)} as no from ${paper.table} where id = $1`, [id])
    : [{ no: id }];
  const header = [keyField ?? 'id', life.field].map((one) => paper.fields[one]?.label[0] ?? one);
  const read = await checked(boss, path, await sheetWith([header, [no, ending]]));
  if (read.status === 200 && read.data.batch) await committed(boss, path, read.data.batch);
  await stands('import');

  expect(await broken(server)).toEqual([]);
  ok(await unbind(binding));
});
