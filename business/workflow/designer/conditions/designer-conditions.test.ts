import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, PHONE, chooseIn, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { deploy, drawing, ok, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [boss, keeper] = [await server.as('administrator'), await server.as('as_manager')];
const { id: dept, name: deptName } = (
  await server.tables<{ id: string; name: string }>(
    "select id::text as id, dept_name as name from blade_dept where tenant_id = '000000' and is_deleted = 0 order by id limit 1",
  )
)[0];

/** Return a drawing with a gateway and one conditional flow, which is horizontal so that it can be clicked. */
const asking = (key: string, condition: string, attributes = 'anju:papers="leaveForm"'): string =>
  drawing(
    key,
    `<startEvent id="s" name="开始" anju:initiator="applyUser" /><exclusiveGateway id="g" name="哪里" default="f3" /><userTask id="a" name="审" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${boss.id}"]}]}' /><endEvent id="e" />
     <sequenceFlow id="f1" sourceRef="s" targetRef="g" /><sequenceFlow id="f2" sourceRef="g" targetRef="a"><conditionExpression>${condition.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</conditionExpression></sequenceFlow>
     <sequenceFlow id="f3" sourceRef="g" targetRef="e" /><sequenceFlow id="f4" sourceRef="a" targetRef="e" />`,
  )
    .replace('<process ', `<process ${attributes} `)
    .replace(
      '</process>',
      `</process><bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"><bpmndi:BPMNPlane bpmnElement="${key}">
       ${[
         ['s', 100, 100, 36, 36],
         ['g', 200, 93, 50, 50],
         ['a', 400, 78, 100, 80],
         ['e', 600, 250, 36, 36],
       ]
         .map(
           ([id, x, y, w, h]) =>
             `<bpmndi:BPMNShape bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${w}" height="${h}" /></bpmndi:BPMNShape>`,
         )
         .join('')}
       ${[
         ['f1', 136, 118, 200, 118],
         ['f2', 250, 118, 400, 118],
         ['f3', 225, 143, 600, 268],
         ['f4', 500, 118, 618, 250],
       ]
         .map(
           ([id, x, y, u, v]) =>
             `<bpmndi:BPMNEdge bpmnElement="${id}"><di:waypoint x="${x}" y="${y}" /><di:waypoint x="${u}" y="${v}" /></bpmndi:BPMNEdge>`,
         )
         .join('')}
       </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
    );

const saved = async (modelKey: string, condition: string, attributes?: string): Promise<string> =>
  ok(
    await keeper.post('blade-flow/model/submit', {
      modelKey,
      name: '条件试画',
      modelEditorXml: asking(modelKey, condition, attributes),
    }),
  ).data.id;
const xmlOf = async (id: string): Promise<string> =>
  ok(await keeper.get('blade-flow/model/detail', { id })).data.modelEditorXml;
const openDesigner = async (page: Page, id: string): Promise<void> => {
  await openPage(page, `/flow/model/${id}`);
  await page.locator('.djs-container .djs-shape').first().waitFor();
};
const press = (page: Page, element: string) =>
  page.locator(`[data-element-id="${element}"] .djs-hit`).first().click({ force: true });
const words = (page: Page) => page.locator('.design-said');

test('a condition is shown in words, and chosen by field, comparison and value of its kind', async () => {
  const id = await saved('chosenCondition', `\${deptId == '${dept}'}`);
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  await openDesigner(page, id);
  await press(page, 'f2');
  await expect.poll(() => words(page).innerText()).toBe(`部门 等于 ${deptName}`);
  expect(await page.locator('.design-panel').innerText()).not.toContain(dept);
  await page.getByRole('button', { name: '加条件' }).click();
  await chooseIn(page.getByLabel('字段', { exact: true }).last(), '请假类型');
  await page.getByLabel('请假类型', { exact: true }).click();
  await page.locator('.ant-select-item-option', { hasText: '年假' }).click();
  await expect.poll(() => words(page).innerText()).toBe(`部门 等于 ${deptName} 且 请假类型 等于 年假`);
  await page.getByRole('radio', { name: '一个成立' }).click();
  await page.getByRole('button', { name: '加条件' }).click();
  await chooseIn(page.getByLabel('字段', { exact: true }).last(), '工作日天数');
  await chooseIn(page.getByLabel('比较', { exact: true }).last(), '>');
  await page.locator('.design-comparison').last().locator('input').last().fill('3');
  await page.keyboard.press('Tab');
  await expect.poll(() => words(page).innerText()).toContain('或 工作日天数 > 3');
  await page.keyboard.press('Control+s');
  await expect.poll(() => xmlOf(id)).toContain(`\${deptId == '${dept}' || leaveType == 'annual' || days &gt; 3}`);
  expect(troubles).toEqual([]);
}, 60_000);

test('a condition beyond fields stays as written, with a note', async () => {
  const id = await saved('writtenCondition', '${days + 1 > 3 && (pass || days < 2)}');
  const { page, troubles } = await screens.of(keeper, { size: DESK, language: 'en' });
  await openDesigner(page, id);
  await press(page, 'f2');
  await page.getByText('Fields cannot say this condition').waitFor();
  expect(await page.getByLabel('Expression').inputValue()).toBe('${days + 1 > 3 && (pass || days < 2)}');
  expect(troubles).toEqual([]);
}, 60_000);

test('the panel shows who decides where it is the starter, and takes starters, papers and what the start asks for', async () => {
  const id = await saved('namedStarters', '${days > 3}', '');
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  await openDesigner(page, id);
  await page.getByText('没有限定：全体员工都可以发起').waitFor();
  await chooseIn(page.getByLabel('流程分类'), '请假');
  await chooseIn(page.getByLabel('加单据'), '请假单');
  await chooseIn(page.getByLabel('可发起的角色'), 0);
  await page.getByText('只有上面这些人可以发起').waitFor();
  await press(page, 's');
  await chooseIn(page.getByLabel('加单据字段'), '请假事由');
  await page.getByLabel('加变量').fill('city');
  await page.keyboard.press('Enter');
  await page.locator('.design-chip', { hasText: 'city' }).waitFor();
  await press(page, 'a');
  // A task that would go to the starter of the process goes to the administrator, unless the drawing has another
  // policy.
  expect(await page.getByLabel('就是发起人时').innerText()).toBe('公司管理员');
  await page.keyboard.press('Control+s');
  await expect.poll(() => xmlOf(id)).toContain('anju:papers="leaveForm"');
  const xml = await xmlOf(id);
  expect(xml).toMatch(/anju:starters="role:\d+"/);
  expect(xml).toContain('anju:category="flow_leave"');
  expect(xml).toContain('anju:fields="{&#34;reason&#34;:&#34;edit&#34;,&#34;city&#34;:&#34;edit&#34;}"');
  ok(await keeper.post(`blade-flow/model/deploy?modelId=${id}&category=flow_leave`, {}));
  const [{ compiled }] = await server.tables<{
    compiled: { papers: string[]; starters: string[]; nodes: { s: { startFields: string[] } } };
  }>('select compiled from wf_definition where id = $1', [await versionOf(server, 'namedStarters')]);
  expect(compiled).toMatchObject({ papers: ['leaveForm'], nodes: { s: { startFields: ['reason', 'city'] } } });
  expect(compiled.starters.length).toBe(1);
  expect(troubles).toEqual([]);
}, 60_000);

test('a deployed process opens in the designer: its model, or a copy if the model is deleted', async () => {
  const id = await saved('openedHere', '${days > 3}');
  ok(await keeper.post(`blade-flow/model/deploy?modelId=${id}&category=flow_leave`, {}));
  await deploy(keeper, asking('withoutModel', '${days > 5}'));
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  const design = async (key: string): Promise<void> => {
    await openPage(page, '/flow/manager');
    await page.locator('tr', { hasText: key }).getByRole('button', { name: '设计' }).click();
    await page.locator('.djs-container:visible .djs-shape').first().waitFor();
  };
  await design('openedHere');
  await page.waitForURL(new RegExp(`/flow/model/${id}\\?deployed=1`));
  await page.getByText('部署过的版本（v1）只读').waitFor();
  await design('withoutModel');
  await page.getByText('已部署的版本 v1 没有模型，这是它的副本').waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/flow\/model\/\d+$/);
  const { data } = ok(await keeper.get('blade-flow/model/list', { modelKey_equal: 'withoutModel' }));
  expect(data.records.length).toBe(1);
  expect(await xmlOf(data.records[0].id)).toContain('${days &gt; 5}');
  expect(troubles).toEqual([]);
}, 60_000);

test('a binding shows its condition in words and is edited by the fields of its paper, also on the phone', async () => {
  const { data } = ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '按部门',
      paperName: 'leaveForm',
      processKey: 'technicianLeave',
      condition: `\${deptId == '${dept}' && leaveType != 'annual'}`,
      enabled: false,
    }),
  );
  for (const size of [PHONE, DESK]) {
    const { page, troubles } = await screens.of(keeper, { size, language: 'en' });
    await openPage(page, '/flow/binding');
    await page.getByText('按部门').first().click();
    const shown = `Department is ${deptName} and Leave type is not Annual`;
    await page.getByText(shown).last().waitFor();
    expect(await page.locator('body').innerText()).not.toContain(dept);
    await page.getByRole('button', { name: 'Edit' }).last().click();
    const form = page.locator('[data-field="condition"]');
    await form.getByText(shown).waitFor();
    await form.getByRole('button', { name: 'Remove this condition' }).last().click();
    await expect.poll(() => form.locator('.design-said').innerText()).toBe(`Department is ${deptName}`);
    if (size === DESK) {
      await page.keyboard.press('Control+s');
      await expect
        .poll(async () => ok(await keeper.get('blade-flow/binding/detail', { id: data.id })).data.condition)
        .toBe(`\${deptId == '${dept}'}`);
    }
    expect(troubles).toEqual([]);
  }
}, 60_000);
