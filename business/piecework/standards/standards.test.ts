import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [auditor, manager, admin] = await Promise.all(
  ['as_piece_auditor', 'as_manager', 'as_admin'].map((role) => server.as(role)),
);
let count = 0;
const node = async (more = {}): Promise<string> =>
  (
    await admin.post(`${at}/aspieceworkprocess/submit`, {
      processCode: `P${(count += 1)}`,
      processName: `工序${count}`,
      processType: 'repair',
      unit: 'time',
      sort: 10,
      ...more,
    })
  ).data.id;
const propose = (pieceworkProcessId: string, more = {}) =>
  auditor.post(`${at}/aspieceworkstandard/submit`, {
    pieceworkProcessId,
    standardName: '标准',
    unitPrice: '10',
    difficultyCoef: '1',
    effectiveFrom: '2026-01-01',
    ...more,
  });
const publish = (id: string, more = {}) =>
  manager.post(`${at}/aspieceworkstandard/submit`, { id, action: 'publish', ...more });
const read = async (id: string) => (await auditor.get(`${at}/aspieceworkprocess/detail`, { id })).data;

test('a process is a leaf while no other is below it', async () => {
  const root = await node();
  expect((await read(root)).isLeaf).toBe(true);
  const child = await node({ parentId: root });
  expect((await read(root)).isLeaf).toBe(false);
  expect((await auditor.get(`${at}/aspieceworkprocess/lazy-tree`, { parentId: root })).data).toMatchObject([
    { id: child, hasChildren: false },
  ]);
  expect((await admin.post(`${at}/aspieceworkprocess/submit`, { id: root, parentId: child })).reason).toBe(
    'maintenance.processCircle',
  );
  await admin.post(`${at}/aspieceworkprocess/remove`, { ids: child });
  expect((await read(root)).isLeaf).toBe(true);
  await admin.post(`${at}/aspieceworkprocess/restore`, { ids: child });
  expect((await read(root)).isLeaf).toBe(false);
});

test('only leaves have prices; a process with prices is neither divided nor removed', async () => {
  const root = await node();
  const leaf = await node({ parentId: root });
  expect((await propose(root)).reason).toBe('maintenance.notLeaf');
  expect((await propose(leaf)).status).toBe(200);
  expect(
    (
      await admin.post(`${at}/aspieceworkprocess/submit`, {
        processCode: 'X',
        processName: 'X',
        processType: 'repair',
        unit: 'time',
        sort: 1,
        parentId: leaf,
      })
    ).reason,
  ).toBe('maintenance.parentHasStandards');
  expect((await admin.post(`${at}/aspieceworkprocess/remove`, { ids: leaf })).status).toBe(409);
});

test('the auditor proposes, the manager publishes and stops; a published price never changes', async () => {
  const leaf = await node();
  const { data } = await propose(leaf, { tierRule: [{ from: '10', price: '8' }] });
  expect(data).toMatchObject({ publishStatus: 'draft', tierRule: [{ from: '10', price: '8' }] });
  expect(data.standardNo).toMatch(/^BZ-2026-\d{4}$/);
  expect((await auditor.post(`${at}/aspieceworkstandard/submit`, { id: data.id, action: 'publish' })).status).toBe(403);
  expect((await publish(data.id)).data).toMatchObject({ publishStatus: 'published', isValid: true });
  expect((await auditor.post(`${at}/aspieceworkstandard/submit`, { id: data.id, unitPrice: '11' })).status).toBe(409);
  expect((await manager.post(`${at}/aspieceworkstandard/submit`, { id: data.id, action: 'stop' })).data).toMatchObject({
    publishStatus: 'stopped',
    isValid: false,
  });
});

test('prices of the same criteria never overlap; a new price may end the previous one', async () => {
  const leaf = await node();
  const first = (await propose(leaf)).data.id;
  await publish(first);
  const next = (await propose(leaf, { effectiveFrom: '2026-12-01', unitPrice: '12' })).data.id;
  expect((await publish(next)).reason).toBe('maintenance.standardOverlaps');
  expect((await publish(next, { endPrevious: true })).status).toBe(200);
  expect((await auditor.get(`${at}/aspieceworkstandard/detail`, { id: first })).data.effectiveTo).toBe('2026-11-30');
  const on = async (day: string) =>
    (
      (await auditor.get(`${at}/aspieceworkstandard/list`, { pieceworkProcessId: leaf, at: day })).data.records as {
        id: string;
      }[]
    ).map((one) => one.id);
  expect([await on('2026-11-30'), await on('2026-12-01'), await on('2025-12-31')]).toEqual([[first], [next], []]);
  const other = (await propose(leaf, { receiptsType: 'install' })).data.id;
  expect((await publish(other)).status).toBe(200);
});

test('two managers publish prices of the same days at once: one is refused', async () => {
  const leaf = await node();
  const ids = [(await propose(leaf)).data.id, (await propose(leaf, { effectiveFrom: '2026-06-01' })).data.id];
  const answers = await Promise.all(ids.map((id) => publish(id)));
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
});

test('unsound tiers and dates are refused', async () => {
  const leaf = await node();
  expect(
    (
      await propose(leaf, {
        tierRule: [
          { from: '5', price: '1' },
          { from: '5', price: '2' },
        ],
      })
    ).reason,
  ).toBe('maintenance.tiersUnsound');
  expect((await propose(leaf, { effectiveTo: '2025-01-01' })).reason).toBe('maintenance.datesTurned');
});

test('the proposer of a price cannot publish it', async () => {
  const leaf = await node();
  const own = (
    await manager.post(`${at}/aspieceworkstandard/submit`, {
      pieceworkProcessId: leaf,
      standardName: '标准',
      unitPrice: '10',
      difficultyCoef: '1',
      effectiveFrom: '2026-01-01',
    })
  ).data;
  expect((await publish(own.id)).reason).toBe('maintenance.ownDocument');
  const second = await server.as('as_manager', { who: 'second' });
  expect(
    (await second.post(`${at}/aspieceworkstandard/submit`, { id: own.id, action: 'publish' })).data.publishStatus,
  ).toBe('published');
});
