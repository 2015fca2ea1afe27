import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { PHONE, openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('skill')!;
const path = of.menu!.path;
const rows: { id: string; skillCode: string }[] = [];
for (let n = 0; n < 3; n++) rows.push((await saved(server, of)) as never);

const open = async (page: Page, at = path): Promise<void> => {
  await page.goto(at);
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await pageSettled(page);
};
const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

test('back closes the form, then the drawer, then leaves the list; the focus returns to the row; unsaved input is not lost', async () => {
  const { page, troubles } = await screens.of(by);
  await page.goto('/wel/index');
  await page.locator('.page-head').first().waitFor();
  await page.locator(`.menu-leaf[href="${path}"]`).click();
  const row = page.locator(`tr[data-id="${rows[1].id}"]`);
  await row.locator('.cell-open').click();
  await page.locator('.detail .detail-group').first().waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  const name = page.locator('.panel [data-field="skillName"] input');
  await name.waitFor();
  expect(addressOf(page).get('form')).toBe('edit');
  await name.fill('打到一半');
  await page.goBack();
  await page.locator('.dialog', { hasText: '放弃已输入的内容' }).getByRole('button', { name: '继续编辑' }).click();
  expect(await name.inputValue()).toBe('打到一半');
  await page.waitForURL((url) => url.searchParams.get('form') === 'edit');
  // Closing the window shows the confirmation of the browser too.
  const confirmation = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const question = await confirmation;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.goBack();
  await page.locator('.dialog').getByRole('button', { name: '放弃', exact: true }).click();
  await page.locator('.detail .detail-group').first().waitFor();
  expect(await name.count()).toBe(0);
  await page.goBack();
  await page.locator('.detail').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(path);
  await page.waitForFunction(
    (id) => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr')?.dataset.id === id,
    rows[1].id,
  );
  // A form that is closed in the moment it appears stays closed, although the change of the address is rendered later.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, watch) => {
          if (document.querySelector('.panel .field')) {
            watch.disconnect();
            document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
            resolve();
          }
        }).observe(document, { childList: true, subtree: true });
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
      }),
  );
  await page.waitForURL((url) => !url.searchParams.has('form'));
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  expect(await page.locator('.panel').count()).toBe(0);
  await page.waitForFunction(
    (id) => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr')?.dataset.id === id,
    rows[1].id,
  );
  // While the browser still goes back from the form, another row is opened. Only its detail appears.
  await page.keyboard.press('n');
  await page.locator('.panel .field').first().waitFor();
  await page.waitForURL((url) => url.searchParams.get('form') === 'new');
  await pageSettled(page);
  await page.evaluate((id) => {
    const press = (element: Element, key: string): boolean =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press(document.activeElement!, 'Escape');
    return new Promise<void>((resolve) => {
      new MutationObserver((_, watch) => {
        if (document.querySelector('.panel')) return;
        watch.disconnect();
        const line = document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)!;
        line.focus();
        press(line, 'Enter');
        resolve();
      }).observe(document, { childList: true, subtree: true });
    });
  }, rows[1].id);
  await page.locator('.detail .detail-group').first().waitFor();
  expect(addressOf(page).get('form')).toBeNull();
  expect(await page.locator('.panel:not(.detail)').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({ state: 'detached' });
  // A detail that was closed by hand leaves no entry in the history.
  await page.keyboard.press('Enter');
  await page.locator('.detail .detail-group').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL((url) => url.pathname !== path);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a personal view is renamed, gets other filters, and is removed', async () => {
  const { page, troubles } = await screens.of(by, { refused: [409] });
  for (const view of ['甲', '乙'])
    await by.post('blade-core/views', {
      paper: of.name,
      view: { name: view, filters: { skillCode: rows[0].skillCode } },
    });
  await open(page);
  await page.getByRole('tab', { name: '甲' }).click();
  const tools = async (item: string): Promise<void> => {
    await page.locator('.view-tools').click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await tools('重命名');
  await page.locator('#view-rename').fill('乙');
  await page.keyboard.press('Enter');
  await page.locator('.field-problem', { hasText: '视图“乙”已存在' }).waitFor();
  await page.locator('#view-rename').fill('丙');
  await page.keyboard.press('Enter');
  await page.locator('[role="tab"][aria-selected="true"]', { hasText: '丙' }).waitFor();
  expect(await page.getByRole('tab', { name: '甲' }).count()).toBe(0);
  await expect.poll(() => page.locator('.table tbody tr[data-id]').count()).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await page.locator('[data-keyword]').fill(rows[1].skillCode);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('keyword'));
  await Promise.all([
    page.waitForResponse(
      (response) => response.url().includes('blade-core/views') && response.request().method() === 'POST',
    ),
    tools('存入当前条件'),
  ]);
  const views = (await by.get('blade-core/views', { paper: of.name })).data.views as {
    name: string;
    filters: Record<string, string>;
  }[];
  expect(views.find((view) => view.name === '丙')?.filters).toMatchObject({ keyword: rows[1].skillCode });
  await tools('删除');
  await page.locator('.dialog').getByRole('button', { name: '删除' }).click();
  await page.getByRole('tab', { name: '丙' }).waitFor({ state: 'detached' });
  expect(
    ((await by.get('blade-core/views', { paper: of.name })).data.views as { name: string }[]).map((view) => view.name),
  ).toEqual(['乙']);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a new row outside the list shows a message, and Enter opens it', async () => {
  const { page, troubles } = await screens.of(by);
  await open(page, `${path}?skillCode_like=${rows[0].skillCode}`);
  await page.keyboard.press('n');
  for (const [name, value] of [
    ['skillCode', 'ELSEWHERE'],
    ['skillName', '不在这一页'],
  ])
    await page.locator(`.panel [data-field="${name}"] input`).fill(value);
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: '新增的一条不在当前页' }).getByRole('button', { name: '打开' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.detail', { hasText: 'ELSEWHERE' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a taken value is reported while typing, until it is changed', async () => {
  const { page, troubles } = await screens.of(by);
  await open(page);
  await page.keyboard.press('n');
  const code = page.locator('.panel [data-field="skillCode"] input');
  await code.fill(rows[0].skillCode);
  await page.keyboard.press('Tab');
  await page.locator('.panel [data-field="skillCode"] .field-problem', { hasText: '已存在' }).waitFor();
  await code.fill('FREE-1');
  await page.locator('.panel [data-field="skillCode"] .field-problem').waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a failed undo lists the rows that did not come back, with the reasons', async () => {
  const two = [await saved(server, of, { skillCode: 'BACK-1' }), await saved(server, of, { skillCode: 'BACK-2' })];
  const { page, troubles } = await screens.of(by);
  await open(page, `${path}?keyword=BACK-`);
  for (const row of two) await page.locator(`tr[data-id="${row.id}"] input[data-act="pick"]`).click();
  await page.locator('.selection-row').getByRole('button', { name: '删除' }).click();
  await page.locator('.dialog').getByRole('button', { name: '确定' }).click();
  const undo = page.locator('.toast', { hasText: '删除成功' }).getByRole('button', { name: '撤销' });
  await undo.waitFor();
  await saved(server, of, { skillCode: 'BACK-1' });
  await undo.click();
  const dialog = page.locator('.dialog', { hasText: '成功 1 条，失败 1 条' });
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain('已存在');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a change by the person is shown at once in other papers', async () => {
  const files = papers.get('serviceFile')!;
  const file = await saved(server, files);
  const { page, troubles } = await screens.of(by);
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('blade-core/events')),
    open(page, `${files.menu!.path}?id_equal=${file.id}`),
  ]);
  // The second and third change arrive just after the page has read the previous one.
  for (const premisesName of ['改名的楼盘', '再改名的楼盘', '定名的楼盘']) {
    const changed = await by.post(`${papers.get('premises')!.path}/update`, { id: file.premisesId, premisesName });
    expect(changed.status, changed.msg).toBe(200);
    await page.locator(`tr[data-id="${file.id}"]`, { hasText: premisesName }).waitFor();
  }
  expect(await page.locator('.changes').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a change during the first read is read again', async () => {
  const files = papers.get('serviceFile')!;
  const file = await saved(server, files);
  const { page, troubles } = await screens.of(by);
  let isChanged = false;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let signalRequest = (): void => {};
  const first = new Promise<void>((resolve) => {
    signalRequest = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('/registerMain/pageList'),
    async (route) => {
      if (isChanged) return route.continue();
      const response = await route.fetch();
      signalRequest();
      await held;
      // The page may have repeated the request and dropped this one.
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  const stream = page.waitForResponse((response) => response.url().includes('blade-core/events'));
  await Promise.all([stream, page.goto(`${files.menu!.path}?id_equal=${file.id}`), first]);
  isChanged = true;
  const again = page
    .waitForRequest((request) => request.url().includes('/pageList'), { timeout: 3000 })
    .catch(() => undefined);
  const changed = await by.post(`${papers.get('premises')!.path}/update`, {
    id: file.premisesId,
    premisesName: '晚到的楼盘',
  });
  expect(changed.status, changed.msg).toBe(200);
  await again;
  release();
  await page.locator(`tr[data-id="${file.id}"]`, { hasText: '晚到的楼盘' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone the list queries once; a long press selects rows, and their actions appear', async () => {
  const { page, troubles } = await screens.of(by, { size: PHONE });
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`${of.path}/list`)) urls.push(request.url());
  });
  await page.goto(path);
  const card = page.locator(`.card[data-id="${rows[0].id}"]`);
  await card.waitFor();
  await pageSettled(page);
  expect(urls).toHaveLength(1);
  const box = (await card.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 30);
  await page.mouse.down();
  const bar = page.locator('.selection-row');
  await bar.waitFor();
  await page.mouse.up();
  await page.locator(`.card[data-id="${rows[0].id}"][data-selected="true"]`).waitFor();
  await page.locator(`.card[data-id="${rows[1].id}"] .card-open`).click();
  expect((await bar.innerText()).replaceAll(/\s+/g, ' ')).toContain('已选 2 条');
  expect(await page.locator('.detail').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.list *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.className),
    ),
  ).toEqual([]);
  await bar.getByRole('button', { name: '取消选择' }).click();
  await page.locator('.phone-search').waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('of a long page only visible rows are rendered; keys and wheel reach its end, print gets all, and the next page is preloaded', async () => {
  const { page, troubles } = await screens.of(by);
  for (let n = 0; n < 37; n++) await saved(server, of);
  await open(page, `${path}?size=50`);
  const drawn = page.locator('.table tbody tr[data-id]');
  expect(await drawn.count()).toBeLessThan(35);
  const { data } = await by.get(`${of.path}/list`, { size: 50 });
  const ids = (data.records as { id: string }[]).map((one) => one.id);
  const last = page.locator(`tr[data-id="${ids.at(-1)}"]`);
  expect(await last.count()).toBe(0);
  for (let n = 0; n < ids.length; n++) await page.keyboard.press('ArrowDown');
  await page.waitForFunction((id) => document.querySelector(`tr[data-id="${id}"]`)?.ariaCurrent === 'true', ids.at(-1));
  // A new row reuses the DOM element of a row that was scrolled away. The elements are still in order, and a focus in
  // the old row has moved to the table.
  await expect
    .poll(() => drawn.evaluateAll((rows) => rows.map((row) => row.dataset.id)))
    .toEqual(ids.slice(-(await drawn.count())));
  expect(
    await drawn.evaluateAll((rows) =>
      rows.every((row, at) => at === 0 || row.getBoundingClientRect().top > rows[at - 1]!.getBoundingClientRect().top),
    ),
  ).toBe(true);
  await last.locator('.cell-open').focus();
  await page.locator('.table-box').evaluate((box) => {
    box.scrollTop = 0;
  });
  await last.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('table-box');
  // Pinned columns stay at their edge before, during and after horizontal scrolling. Cells that are marked as fitting
  // are not truncated.
  const box = page.locator('.table-box');
  const edge = (await box.locator('th .resize').nth(1).boundingBox())!;
  await page.mouse.move(edge.x + 3, edge.y + 9);
  await page.mouse.down();
  await page.mouse.move(edge.x + 1200, edge.y + 9);
  await page.mouse.up();
  await page.waitForFunction(() => {
    const one = document.querySelector('.table-box')!;
    return one.scrollWidth > one.clientWidth + 90;
  });
  const pinned = (): Promise<number[]> =>
    box.evaluate((one) =>
      [...one.querySelectorAll('.stick')].map((cell) =>
        Math.round(cell.getBoundingClientRect().left - one.getBoundingClientRect().left),
      ),
    );
  const still = box.and(page.locator('[data-still]'));
  await still.waitFor();
  const before = await pinned();
  expect(
    await box.evaluate(
      (one) =>
        new Promise((resolve) => {
          one.scrollLeft = 90;
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(one.scrollLeft)));
        }),
    ),
  ).toBe(90);
  expect(await pinned()).toEqual(before);
  await still.waitFor();
  expect(await pinned()).toEqual(before);
  expect(
    await box
      .locator('td.fits')
      .evaluateAll((cells) => [
        cells.length > 0,
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      ]),
  ).toEqual([true, []]);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => drawn.count()).toBe(ids.length);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => drawn.count()).toBeLessThan(35);
  // Hovering over the button of a page prefetches that page.
  await open(page, `${path}?size=30`);
  const prefetched: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`${of.path}/list?`)) prefetched.push(new URL(request.url()).searchParams.get('current'));
  });
  await page.getByRole('button', { name: '下一页' }).hover();
  await expect.poll(() => prefetched).toEqual(['2']);
  await page.getByRole('button', { name: '下一页' }).click();
  await page.locator(`tr[data-id="${ids[30]}"]`).waitFor();
  expect(prefetched).toEqual(['2']);
  // A table that starts with cached rows also renders rows that come into view by scrolling.
  await open(page, `${path}?size=50`);
  await page.locator('.tab[data-current="true"] .tab-close').click();
  await page.goBack();
  await drawn.first().waitFor();
  await page.locator('.table-box').evaluate((one) => {
    one.scrollTop = one.scrollHeight;
  });
  await last.waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('of many columns the visible ones are rendered, and the others when the window is widened', async () => {
  const wide = papers.get('registration')!;
  await saved(server, wide);
  const { page, troubles } = await screens.of(by, { size: { width: 1000, height: 800 } });
  const columns = fieldsOf(wide)
    .filter(([, field]) => field.list && !field.secret)
    .map(([key]) => ({ key, hidden: false }));
  expect(columns.length).toBeGreaterThan(20);
  await page.route('**/blade-core/views?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, settings: { columns } } } });
  });
  await open(page, wide.menu!.path);
  const cells = page.locator('.table tbody tr[data-id] >> nth=0').locator('td');
  /** Return the gap in px between the columns and the buttons of a row. */
  const gap = (): Promise<number> =>
    page
      .locator('.table tbody tr[data-id]')
      .first()
      .evaluate((row) => {
        const filled = [...row.querySelectorAll<HTMLElement>('td:not(.room, .cell-tools)')]
          .filter((cell) => cell.className !== '')
          .map((cell) => cell.getBoundingClientRect().right);
        return row.querySelector('.cell-tools')!.getBoundingClientRect().left - Math.max(...filled);
      });
  await expect.poll(gap).toBeLessThanOrEqual(0);
  const narrow = await cells.count();
  expect(narrow).toBeLessThan(columns.length);
  await page.setViewportSize({ width: 1900, height: 800 });
  await expect.poll(() => cells.count()).toBeGreaterThan(narrow);
  await expect.poll(gap).toBeLessThanOrEqual(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('an address opened before queries its rows before the program has loaded, once', async () => {
  const { page, troubles } = await screens.of(by);
  await open(page);
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(request.url());
  });
  const rowsAsked = page.waitForRequest(
    (request) => request.url().includes(`/api/${of.path}/`) && request.url().includes('current=1'),
  );
  // Delay the script until the first request is sent. A page that sent it only after loading the script would wait for
  // ever.
  await page.route('**/assets/frame-*.js', async (route) => {
    await rowsAsked;
    await route.continue();
  });
  await page.reload();
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await pageSettled(page);
  expect(
    urls.filter((url) => url.includes('/api/blade-system/menu/') || url.includes(`/api/${of.path}/`)).toSorted(),
  ).toEqual(
    [...new Set(urls)]
      .filter((url) => url.includes('/api/blade-system/menu/') || url.includes(`/api/${of.path}/`))
      .toSorted(),
  );
  // Another person on this machine sends new requests instead of using the stored ones.
  expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('anju-first')!) as { user: string }).user)).toBe(
    by.id,
  );
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('text typed while the list is searched stays in the box; a reset empties it', async () => {
  const { page, troubles } = await screens.of(by);
  await open(page);
  const box = page.locator('[data-keyword]');
  await box.pressSequentially('空调 ');
  await page.waitForURL((url) => url.searchParams.get('keyword') === '空调');
  await pageSettled(page);
  await box.pressSequentially('漏水');
  await page.waitForURL((url) => url.searchParams.get('keyword') === '空调 漏水');
  expect(await box.inputValue()).toBe('空调 漏水');
  await page.getByRole('button', { name: '重置' }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a filter of an address shows a chip, and an empty list names what hides its rows', async () => {
  const { page, troubles } = await screens.of(by);
  await page.goto(`${path}?updateTime_dategt=2099-01-01&createTime_dategt=2099-01-01&keyword=${rows[0].skillCode}`);
  const empty = page.locator('.table-empty', { hasText: '没有符合条件的数据' });
  await empty.waitFor();
  await pageSettled(page);
  expect(await empty.locator('.active-chip').allInnerTexts()).toEqual([
    expect.stringContaining(rows[0].skillCode),
    expect.stringContaining('修改时间'),
    expect.stringContaining('创建时间'),
  ]);
  // A filter that is set is shown in the bar, although the bar does not contain it by default.
  await page.locator('.filter[data-active="true"]', { hasText: '修改时间' }).waitFor();
  await empty.locator('.active-chip', { hasText: '修改时间' }).click();
  await page.waitForURL((url) => !url.searchParams.has('updateTime_dategt'));
  await empty.getByRole('button', { name: '清除全部条件' }).click();
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  expect([...addressOf(page).keys()].filter((key) => key !== 'view')).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});
