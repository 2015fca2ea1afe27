import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import {
  engineTurns,
  openAll,
  releasedFirmware,
  runTask,
  runsOfTask,
  stateOfTask,
  upgradeFleet,
} from '../testing/fleet.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const engineer = await server.as('as_iot');
const lead = await server.as('as_iot_lead');

test('alarms stop a bad version in its first batch, and one press takes it back', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_seen', 30);
  const old = await releasedFirmware(server, engineer, modelId, { version: '2.3.0' });
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId), {
    taskName: '坏版本',
    batches: [{ percent: 50, soakMin: 60 }, { percent: 100 }],
  });
  const runs = await runsOfTask(server, taskId);
  const [first] = devices.filter(({ id }) => runs[id].wave === 1);
  const [line] = await openAll(server, [first]);
  const { page, troubles } = await screens.of(lead, { size: DESK });
  await openPage(page, `/iot/upgradeTask/${taskId}`);
  const batch = page.locator('.up-batches article').first();
  const counted = (part: string) => batch.locator(`.up-counts [data-part="${part}"]`);
  await batch.waitFor();
  const notice = await line.notice();
  // The counts arrive over the live stream, without a reload.
  await line.progress(notice.id, 'downloading', { percent: 50 });
  const row = page.locator(`[data-row="${notice.id}"]`);
  await expect.poll(() => row.innerText(), { timeout: 15_000 }).toContain('35%');
  expect(await counted('underWay').innerText()).toMatch(/1$/);
  await line.upgrade(notice);
  await expect.poll(() => counted('success').innerText(), { timeout: 15_000 }).toMatch(/1$/);

  server.clock.pass(120_000);
  const raised = server.clock.ms();
  await server.work('administrator', async (context) => {
    await context.append(
      alarm,
      [1, 2, 3].map((n) => ({
        deviceId: first.id,
        modelId,
        alarmType: 'threshold' as const,
        level: 'critical' as const,
        title: `高压 ${n}`,
        startTime: context.now(),
        lastTime: context.now(),
        alarmStatus: 'active' as const,
      })),
    );
  });
  for (const seconds of [40, 80]) {
    server.clock.set(raised + seconds * 1000);
    await engineTurns(server, 2);
  }
  expect(await stateOfTask(server, taskId)).toBe('paused');
  await batch.locator('[data-gate="alarms"][data-state="unmet"]').waitFor();
  await page.locator('[data-part="troubles"][data-worse]').waitFor();
  expect(await page.locator('.up-why').innerText()).toContain('3 次告警');

  await page.getByRole('button', { name: '退回…' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: '退回', exact: true })
    .click();
  await expect.poll(() => stateOfTask(server, taskId), { timeout: 15_000 }).toBe('canceled');
  const back = await line.notice();
  expect(back).toMatchObject({ version: '2.3.0', force: true });
  await line.upgrade(back);
  await engineTurns(server);
  const [task] = await server.tables<{ firmware: string; state: string; n: number }>(
    'select firmware_id::text as firmware, task_status as state, target_count as n from iot_upgrade_task where back_of_id = $1',
    [taskId],
  );
  expect(task).toEqual({ firmware: old, state: 'completed', n: 1 });
  expect(troubles).toEqual([]);
  await line.close();
}, 120_000);

test('an engineer reads why the next batch must wait, retries failures, and writes a task with its preview', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_desk', 8);
  const lines = await openAll(server, devices.slice(0, 6));
  const firmwareId = await releasedFirmware(server, engineer, modelId, { firmwareName: '列表固件' });
  const taskId = await runTask(engineer, firmwareId, {
    batches: [{ percent: 99, soakMin: 600 }, { percent: 100 }],
    abort: { failPercent: 90, minFinished: 50 },
  });
  const notice = await lines[0].notice();
  await lines[0].progress(notice.id, 'failed', { step: -6 });
  await engineTurns(server);
  const { page, troubles } = await screens.of(engineer, { size: DESK, language: 'en' });
  await openPage(page, `/iot/upgradeTask/${taskId}`);
  const next = page.getByRole('button', { name: /Batch 2: \d gates closed/ });
  await next.waitFor();
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  expect(await next.getAttribute('title')).toContain('The lead may pass them');
  expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  expect(await page.locator('[data-part="reasons"]').innerText()).toContain('-6 Not enough space');
  await page.getByRole('tab', { name: /Needs hands/ }).click();
  await page.locator(`[data-row="${notice.id}"]`).waitFor();
  await page.keyboard.press('r');
  await expect
    .poll(async () => (await runsOfTask(server, taskId))[devices[0].id].state, { timeout: 15_000 })
    .not.toBe('failed');

  await openPage(page, `/matter/firmware?id=${firmwareId}`);
  await page.locator('[data-part="qualified"] .up-look').waitFor();
  await page.locator('[data-part="versions"]').getByText('2.3.0').waitFor();
  await page.getByRole('button', { name: 'New upgrade task' }).click();
  await page
    .locator('.up-look', { hasText: /devices qualify/ })
    .last()
    .waitFor();
  expect(troubles).toEqual([]);
  await engineer.post('iot/firmware-upgrade-task/cancel', { id: taskId });

  const phone = await screens.of(engineer, { size: PHONE });
  await openPage(phone.page, `/iot/upgradeTask/${taskId}`);
  await phone.page.locator('.run-cards li').first().waitFor();
  const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(phone.troubles).toEqual([]);
  await Promise.all(lines.map((one) => one.close()));
}, 120_000);
