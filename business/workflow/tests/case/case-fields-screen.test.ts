import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { DESK, PHONE, animationsDone, chooseIn, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [keeper, clerk, judge] = [await server.as('as_manager'), await server.as('as_cs'), await server.as('as_store')];
const assigned = `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${judge.id}"]}]}'`;
const definition = await deploy(
  keeper,
  drawing(
    'leaveToMend',
    `<startEvent id="s" /><userTask id="a" name="人事核定" ${assigned} anju:fields='{"startTime":"edit","endTime":"edit","reason":"edit"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  ),
);

let day = 1;
async function ask(who: TestCaller, reason: string): Promise<string> {
  day += 1;
  const date = `2026-12-${String(day).padStart(2, '0')}`;
  return ok(
    await who.post('blade-desk/process/leave/start-process', {
      processDefinitionId: definition,
      taskUser: judge.id,
      startTime: `${date} 08:30:00`,
      endTime: `${date} 17:30:00`,
      reason,
    }),
  ).data.businessId;
}
const leave = async (id: string) =>
  (
    await server.tables<{ reason: string; state: string }>(
      'select reason, leave_state as state from blade_process_leave where id = $1',
      [id],
    )
  )[0];
const part = (page: Page) => page.locator('.case-amend');

test('editable fields of a paper are saved with the decision; input survives a switch to another case', async () => {
  const [id, other] = [await ask(clerk, '回老家'), await ask(clerk, '体检')];
  const { page, troubles } = await screens.of(judge, { size: DESK });
  await openPage(page, '/work/todo');
  await page.locator('.case-about', { hasText: '回老家' }).waitFor();
  await part(page).getByLabel('请假事由').fill('');
  await part(page).getByLabel('请假事由').blur();
  await part(page).locator('.field-problem').waitFor();
  await page.keyboard.press('a');
  await page.locator('.case-opinion .field-problem', { hasText: '标红' }).waitFor();
  expect(await leave(id)).toEqual({ reason: '回老家', state: 'running' });
  await part(page).getByLabel('请假事由').fill('回老家过年');
  await part(page).getByText('改了 1 项').waitFor();
  await page.getByLabel('意见').fill('按实际时间');
  await page.getByLabel('意见').blur();
  await page.keyboard.press('j');
  await page.locator('.case-about', { hasText: '体检' }).waitFor();
  expect(await part(page).getByLabel('请假事由').inputValue()).toBe('体检');
  expect(await page.getByLabel('意见').inputValue()).toBe('');
  await page.keyboard.press('k');
  await page.locator('.case-about', { hasText: '回老家' }).waitFor();
  await expect.poll(() => part(page).getByLabel('请假事由').inputValue()).toBe('回老家过年');
  expect(await page.getByLabel('意见').inputValue()).toBe('按实际时间');
  await page.keyboard.press('a');
  await expect.poll(() => leave(id)).toEqual({ reason: '回老家过年', state: 'approved' });
  expect(await leave(other)).toEqual({ reason: '体检', state: 'running' });
  // Remember the faults of the page before the accessibility checker runs: it sets inline styles, which the security
  // policy of the page reports.
  const seen = [...troubles];
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await page.locator(`html[data-mode=${look}]`).waitFor({ state: 'attached' });
    await animationsDone(page);
    expect(await barriers(page), look).toEqual([]);
  }
  expect(seen).toEqual([]);
}, 90_000);

test('a meanwhile change is reported once, input stays, and the next press succeeds', async () => {
  await server.tables(
    "update wf_task set state = 'cancelled', ended_at = now(), ended_reason = 'x' where state = 'open'",
  );
  const id = await ask(clerk, '搬家');
  const { page } = await screens.of(judge, { size: PHONE, refused: [409] });
  await openPage(page, '/work/todo');
  await page.locator('.inbox-lines > li').first().click();
  await part(page).getByLabel('请假事由').fill('搬家一天');
  await server.tables('update blade_process_leave set version = version + 1 where id = $1', [id]);
  await page.getByRole('button', { name: '同意' }).click();
  await page.locator('.case-opinion .field-problem:not(:empty)').waitFor();
  expect(await leave(id)).toEqual({ reason: '搬家', state: 'running' });
  expect(await part(page).getByLabel('请假事由').inputValue()).toBe('搬家一天');
  // The bar with the decision stays at the bottom of a phone, however long the document is.
  const bar = (await page.locator('.case-thumb').boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(PHONE.height);
  const box = (await part(page).boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= PHONE.width]).toEqual([true, true]);
  await page.getByRole('button', { name: '同意' }).click();
  await expect.poll(() => leave(id)).toEqual({ reason: '搬家一天', state: 'approved' });
}, 90_000);

test('the designer offers the fields of the process papers by label', async () => {
  const key = 'fieldsDrawn';
  const xml = drawing(
    key,
    `<startEvent id="s" /><userTask id="a" name="核定" ${assigned} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
  const { id } = ok(
    await keeper.post('blade-flow/model/submit', { modelKey: key, name: '可改字段', modelEditorXml: xml }),
  ).data;
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '请假',
      paperName: 'leaveForm',
      processKey: key,
      enabled: false,
      priority: 1,
    }),
  );
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  await openPage(page, `/flow/model/${id}`);
  await page.locator('.djs-element[data-element-id="a"]').first().click();
  await page.getByRole('tab', { name: '表单' }).click();
  await page.getByText('单据：请假单').waitFor();
  await chooseIn(page.getByLabel('加字段'), '结束时间');
  await chooseIn(page.getByLabel('加字段'), '冲突任务数');
  // A computed field can be hidden or read-only, but never editable.
  expect(await page.getByLabel('冲突任务数的权限').innerText()).toBe('隐藏');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => ok(await keeper.get('blade-flow/model/detail', { id })).data.modelEditorXml)
    .toContain('&#34;endTime&#34;:&#34;edit&#34;,&#34;conflictCount&#34;:&#34;hide&#34;');
  ok(await keeper.post(`blade-flow/model/deploy?modelId=${id}&category=flow_leave`, {}));
  const [row] = await server.tables<{ compiled: { nodes: { a: { userTask: { fields: object } } } } }>(
    'select compiled from wf_definition where id = $1',
    [await versionOf(server, key)],
  );
  expect(row.compiled.nodes.a.userTask.fields).toEqual({ endTime: 'edit', conflictCount: 'hide' });
  expect(troubles).toEqual([]);
}, 60_000);
