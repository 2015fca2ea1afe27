import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { DESK, PHONE, animationsDone, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { ok, versionOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [cs, hr, manager] = [await server.as('as_cs'), await server.as('as_hr'), await server.as('as_manager')];
const definition = await versionOf(server, 'LeaveProcess');

ok(
  await cs.post('blade-desk/process/leave/start-process', {
    processDefinitionId: definition,
    taskUser: hr.id,
    startTime: '2026-12-01 08:30:00',
    endTime: '2026-12-02 17:30:00',
    reason: '回老家',
  }),
);

/**
 * Return facts about the logo that the viewer's licence requires: whether it is completely visible and in full size,
 * and its link.
 */
async function logoOf(page: Page, inside: string): Promise<unknown> {
  return page.evaluate((selector) => {
    const board = document.querySelector(`${selector} .djs-container`)!.getBoundingClientRect();
    const logo = document.querySelector(`${selector} .bjs-powered-by`) as HTMLAnchorElement;
    const box = logo.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const [width, height] = [innerWidth, innerHeight];
    return {
      isInside:
        box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom,
      isOnScreen: box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height,
      isUncovered: logo.contains(at),
      isLarge: box.width >= 53 && box.height >= 21,
      link: logo.href,
      colour: getComputedStyle(logo).color,
      opacity: getComputedStyle(logo).opacity,
    };
  }, inside);
}

const WHOLE = {
  isInside: true,
  isOnScreen: true,
  isUncovered: true,
  isLarge: true,
  link: 'http://bpmn.io/',
  colour: 'rgb(64, 64, 64)',
  opacity: '1',
};

test('the logo of the viewer is wholly visible in both themes, on a desk and on a phone', async () => {
  for (const size of [DESK, PHONE]) {
    const { page, troubles } = await screens.of(hr, { size });
    await openPage(page, '/work/todo');
    if (size === PHONE) await page.locator('.inbox-lines > li').first().click();
    await page.locator('.case-board [data-state=drawn]').waitFor();
    for (const look of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
      await page.locator(`html[data-mode=${look}]`).waitFor({ state: 'attached' });
      await animationsDone(page);
      if (size === DESK) expect(await logoOf(page, '.case-board'), `beside the case, ${look}`).toEqual(WHOLE);
      await page.getByRole('button', { name: '看整张' }).click();
      await page.locator('.diagram-board [data-state=drawn]').waitFor();
      expect(await logoOf(page, '.diagram-board'), `${size.width} ${look}`).toEqual(WHOLE);
      expect(await barriers(page), `${size.width} ${look}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(troubles).toEqual([]);
  }
}, 120_000);

test('a diagram is moved by keys, its nodes are a list that leads to them', async () => {
  const { page, troubles } = await screens.of(hr);
  await openPage(page, '/work/todo');
  await page.locator('.case-board [data-state=drawn]').waitFor();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: /流程图展示/ });
  await dialog.locator('[data-state=drawn]').waitFor();
  const view = (): Promise<string> =>
    dialog.locator('.viewport').evaluate((one) => one.getAttribute('transform') ?? '');
  const whole = await view();
  await page.keyboard.press('+');
  const larger = await view();
  expect(larger).not.toBe(whole);
  await page.keyboard.press('ArrowLeft');
  expect(await view()).not.toBe(larger);
  await page.keyboard.press('0');
  expect(await view()).toBe(whole);
  const steps = dialog.locator('.diagram-steps');
  await steps.getByRole('button', { name: /人事审批.*进行中/ }).click();
  expect(await view()).not.toBe(whole);
  await steps.getByRole('button', { name: /经理审批.*未到/ }).waitFor();
  expect(await dialog.locator('.djs-element.nodePrimary').getAttribute('data-element-id')).toBe('hrTask');
  await expect.poll(() => dialog.locator('.djs-element.lineWarn').count()).toBe(1);
  expect(troubles).toEqual([]);
}, 60_000);

test('a process manager sees deployments, uploads a checked file, and ends an instance with a reason', async () => {
  const { page, troubles } = await screens.of(manager, { refused: [400, 409] });
  await openPage(page, '/flow/manager');
  const row = page.locator('.short-table tr', { hasText: 'LeaveProcess' });
  await row.getByText('激活').waitFor();
  await row.getByRole('button', { name: '流程图' }).click();
  await page
    .getByRole('dialog', { name: /流程图展示/ })
    .locator('[data-state=drawn]')
    .waitFor();
  expect(await logoOf(page, '.diagram-board')).toEqual(WHOLE);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '挂起' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '挂起' }).click();
  await row.getByText('挂起').first().waitFor();
  await row.getByRole('button', { name: '激活' }).click();
  await row.getByRole('button', { name: '挂起' }).waitFor();

  await page.keyboard.press('n');
  const upload = page.getByRole('dialog', { name: '部署流程文件' });
  const file = (name: string, inside: string) => ({
    name,
    mimeType: 'text/xml',
    buffer: Buffer.from(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="anju"><process id="small" name="小流程" isExecutable="true">${inside}</process></definitions>`,
    ),
  });
  await upload.locator('input[type=file]').setInputFiles(file('bad.bpmn', '<startEvent id="s" />'));
  await upload.getByText('不能部署').waitFor();
  expect(await upload.getByRole('button', { name: '部署' }).isDisabled()).toBe(true);
  await upload
    .locator('input[type=file]')
    .setInputFiles(
      file('good.bpmn', '<startEvent id="s" /><sequenceFlow id="f" sourceRef="s" targetRef="e" /><endEvent id="e" />'),
    );
  await upload.getByText('可以部署').waitFor();
  expect(await barriers(page)).toEqual([]);
  await upload.getByRole('button', { name: '部署' }).click();
  await page.locator('.short-table tr', { hasText: 'small' }).waitFor();

  await openPage(page, '/flow/follow');
  const instance = page.locator('.short-table tr', { hasText: '请假流程' });
  await instance.getByRole('button', { name: '终止' }).click();
  const reason = page.getByRole('dialog');
  await reason.getByRole('textbox').fill('测试数据');
  await reason.getByRole('button', { name: '终止' }).click();
  await page.getByText('没有运行中的实例').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(troubles).toEqual([]);
}, 120_000);
