import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { invariant } from './invariant.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [cs, manager, admin] = [await server.as('as_cs'), await server.as('as_manager'), await server.as('as_admin')];
const at = 'blade-maintenance/webApi';
const results = async () =>
  (await manager.get('blade-system/invariant/list', { size: 100 })).data.records as {
    id: string;
    invariantCode: string;
    invariantState: string;
    violations: string;
  }[];

test('every invariant can be checked and holds in a healthy company', async () => {
  const { data } = await cs.post(`${at}/asrepairform/submit`, {
    customerName: '陈女士',
    phone: '13700005678',
    address: '上海市锦绣路7弄',
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    newCustomer: true,
    newFile: true,
    then: 'accept',
  });
  expect(data.registrationFormId).toBeTruthy();
  await server.app.jobs.run('invariants');
  const all = await results();
  expect(all.length).toBe(server.app.invariants.length);
  expect(all.filter((one) => one.invariantState !== 'holds')).toEqual([]);
});

test('a row that violates an invariant is counted and listed; after its repair the invariant holds', async () => {
  const [order] = await server.tables<{ id: string; registration_no: string }>(
    'select id::text as id, registration_no from asregistrationform limit 1',
  );
  await server.tables("update asrepairform set repair_status = 'closed' where registration_form_id = $1", [order.id]);
  await server.app.jobs.run('invariants');
  const broken = (await results()).find((one) => one.invariantCode === 'D2B')!;
  expect(broken).toMatchObject({ invariantState: 'broken', violations: 1 });
  const detail = (await manager.get('blade-system/invariant/detail', { id: broken.id })).data;
  expect(detail.findings).toMatchObject([{ paper: 'repairForm', words: 'registered → closed' }]);
  await server.tables("update asrepairform set repair_status = 'accepted' where registration_form_id = $1", [order.id]);
  await server.app.jobs.run('invariants');
  expect((await results()).find((one) => one.invariantCode === 'D2B')).toMatchObject({ invariantState: 'holds' });
});

test('two rows whose code differs by its spelling alone are listed, and none of them is changed', async () => {
  const skill = `${at}/asskill`;
  const { data: first } = await admin.post(`${skill}/submit`, { skillCode: 'WELD-1', skillName: '焊接' });
  const { data: second } = await admin.post(`${skill}/submit`, { skillCode: 'WELD-2', skillName: '钎焊' });
  // An earlier release stored the code as it was typed.
  await server.tables("update asskill set skill_code = 'ｗｅｌｄ–1 ' where id = $1", [second.id]);
  await server.app.jobs.run('invariants');
  const broken = (await results()).find((one) => one.invariantCode === 'EQ1')!;
  expect(broken).toMatchObject({ invariantState: 'broken', violations: 1 });
  const { data } = await manager.get('blade-system/invariant/detail', { id: broken.id });
  expect(data.findings[0].words).toContain('WELD-1');
  expect(data.findings[0].words).toContain('ｗｅｌｄ–1');
  const stored = await server.tables<{ skill_code: string }>(
    'select skill_code from asskill where id = any($1::bigint[]) order by id',
    [[first.id, second.id]],
  );
  expect(stored.map((one) => one.skill_code)).toEqual(['WELD-1', 'ｗｅｌｄ–1 ']);
});

test('only people responsible for the data may start a check', async () => {
  expect((await cs.post('blade-system/invariant/check')).status).toBe(403);
  const { data } = await manager.post('blade-system/invariant/check');
  await expect
    .poll(async () => (await manager.get('blade-core/job', { id: data.job })).data.state, { timeout: 20_000 })
    .toBe('done');
});

test('a check started on the page ends there, even without a stream', async () => {
  await server.tables("update asrepairform set repair_status = 'closed' where id = (select min(id) from asrepairform)");
  const { page, troubles } = await screens.of(manager);
  await page.route('**/blade-core/events?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': open\n\n' }),
  );
  await openPage(page, `${invariant.menu!.path}?invariantCode=D2B`);
  const broken = page.locator('tbody tr[data-id]');
  await broken.getByText('成立', { exact: true }).waitFor();
  await page.getByRole('button', { name: '立即检查' }).click();
  await page.locator('.toast', { hasText: '已检查' }).waitFor();
  await broken.getByText('有违反', { exact: true }).waitFor();
  await page.locator('button:enabled', { hasText: '立即检查' }).waitFor();
  expect(troubles).toEqual([]);
});
