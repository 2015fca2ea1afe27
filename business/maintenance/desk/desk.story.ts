import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Screens, type Watched, openScreens, settled } from '#kernel/stories/screens/browser.ts';
import { type Caller, openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url, { webRoot: true });
const screens: Screens = await openScreens(story);
const cs = await story.as('as_cs');
const at = 'blade-maintenance/webApi';

/** A caller on record: one home with one machine. */
async function known(by: Caller, last: string): Promise<{ customerId: string; equipmentId: string }> {
  const phone = `1381234${last}`;
  const { data: customer } = await by.post(`${at}/ascustomer/submit`, { customerName: `王桂芳${last}`, phone, addressDetail: '上海市浦东新区锦绣路888弄12号501室', customerServiceTeam: 'east' });
  const { data: file } = await by.post(`${at}/registerMain/submit`, { customerId: customer.id, address: '上海市浦东新区锦绣路888弄12号501室' });
  const { data: machine } = await by.post(`${at}/asequipment/submit`, { registerMainId: file.id, equipmentName: '混水中心', equipmentCategory: 'pump', systemType: 'floorHeat', installDate: '2025-11-01' });
  return { customerId: customer.id, equipmentId: machine.id };
}

/** The call as customer service takes it, without a mouse: who, which machine, what is wrong. */
async function takeCall({ keyboard }: Page, page: Page, last: string, words: string): Promise<void> {
  await keyboard.press('/');
  await page.locator('.desk-box input:focus').waitFor();
  await keyboard.type(last);
  await page.locator('.desk-hit').first().waitFor();
  await keyboard.press('Enter');
  await page.locator('.desk-machine').first().waitFor();
  await page.locator('textarea:focus').waitFor();
  await keyboard.press('Alt+1');
  await page.locator('.desk-machine[aria-checked="true"]').waitFor();
  await page.locator('textarea:focus').waitFor();
  await keyboard.type(words);
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await page.locator('.desk-decision').waitFor();
}

async function desk(): Promise<Watched> {
  const watched = await screens.of(cs, { refused: [409] });
  await watched.page.goto('/maintenance/desk');
  await watched.page.locator('.desk-box input').waitFor();
  await settled(watched.page);
  return watched;
}

test('a call is taken by keyboard alone: four digits, machine, words, Ctrl+Enter, and the registration is open', async () => {
  await known(cs, '8866');
  const { page, troubles } = await desk();
  await takeCall(page, page, '8866', '次卧地面一天没有热过');
  await page.keyboard.press('Control+Enter');
  await page.locator('.desk-row[href^="/maintenance/registrationform"]').waitFor();
  const { data } = await cs.get(`${at}/asregistrationform/list`, { content_like: '次卧地面一天没有热过' });
  expect(data.records).toMatchObject([{ registerStatus: 'registered', content: '次卧地面一天没有热过' }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the same call again shows the duplicate before anything is saved, and saving waits for the answer', async () => {
  const { customerId, equipmentId } = await known(cs, '8867');
  const first = await cs.post(`${at}/asrepairform/submit`, { customerId, equipmentId, repairType: 'floorHeat', faultCategory: 'noHeat', description: '次卧不热' });
  const { page, troubles } = await desk();
  await takeCall(page, page, '8867', '还是次卧');
  await page.locator('.desk-duplicate', { hasText: first.data.repairNo }).waitFor();
  expect(await page.locator('.desk-choice[aria-checked="true"]').count()).toBe(0);
  const count = async (): Promise<number> => (await cs.get(`${at}/asrepairform/list`, { customerId_equal: customerId })).data.total;
  const before = await count();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '可能重复' }).waitFor();
  expect(await count()).toBe(before);
  await page.keyboard.press('Alt+n');
  await page.locator('.desk-choice[aria-checked="true"]', { hasText: '并入' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已并入' }).waitFor();
  expect((await cs.get(`${at}/asrepairform/list`, { customerId_equal: customerId, repairStatus_equal: 'merged' })).data.total).toBe(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});
