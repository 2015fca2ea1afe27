import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import {
  DESK,
  LOOKS,
  PHONE,
  goWithin,
  openPage,
  openScreens,
  pageSettled,
  switchLanguage,
  switchTheme,
} from '#kernel/testing/screens/browser.ts';
import { unreadable } from '#kernel/testing/screens/readable.ts';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { walkOfAdministration } from './testing/administration-walk.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const administrator = await server.as('administrator');
const { page, troubles } = await screens.of(administrator, { refused: [400, 409] });
/** A picture of one point. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const widthOf = async (on: Page, selector: string): Promise<number> =>
  Math.round((await on.locator(selector).first().boundingBox())?.width ?? 0);

test('a new client gets its secret on creation and logs in with it', async () => {
  await openPage(page, '/system/client?form=new');
  await page.locator('.panel [data-field="clientId"] input').fill('kiosk');
  await page.locator('.panel [data-field="clientSecret"] input').fill('short');
  await page.locator('.panel [data-field="authorizedGrantTypes"] .ant-select').click();
  await page.locator('.ant-select-item-option', { hasText: '密码' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await page.locator('.panel [data-field="clientSecret"] .field-problem', { hasText: '密钥至少8位' }).waitFor();
  await page.locator('.panel [data-field="clientSecret"] input').fill('kiosk-secret');
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: '新增成功' }).waitFor();
  // A known client reaches the check of the account; an unknown one is refused before.
  const asks = async (secret: string): Promise<number> =>
    (
      await server.stranger().send('POST', 'blade-auth/oauth/token', {
        body: 'tenantId=000000&username=nobody&password=x&grant_type=password',
        headers: {
          authorization: `Basic ${btoa(`kiosk:${secret}`)}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
      })
    ).status;
  expect([await asks('kiosk-secret'), await asks('another')]).toEqual([400, 401]);
});

test('dictionaries show in two panes, side by side or stacked; renaming a key counts its rows first', async () => {
  const customer = await saved(server, paperNamed(server.app, 'customer'), { customerServiceTeam: 'smart' });
  await openPage(page, '/dict-horizontal/index');
  const [groups, items] = [page.locator('.dict-pane').first(), page.locator('.dict-pane').last()];
  await groups.getByLabel('查找字典').fill('班组');
  await groups.getByRole('button', { name: '服务班组', exact: true }).click();
  await items.getByRole('cell', { name: '智能班' }).waitFor();
  expect([
    await widthOf(page, '.dict-pane:first-child th:last-child'),
    await widthOf(page, '.dict-pane:last-child th:last-child'),
  ]).toEqual([250, 300]);
  await items.getByRole('button', { name: '新增', exact: true }).click();
  await page.locator('.panel [data-field="dictValue"] input').fill('夜班');
  await page.keyboard.press('Control+s');
  await page.getByText('请输入字典键值').waitFor();
  await page.locator('.panel [data-field="dictKey"] input').fill('night');
  await page.keyboard.press('Control+s');
  await items.getByRole('cell', { name: '夜班' }).waitFor();
  await items.locator('tr', { hasText: '智能班' }).getByRole('button', { name: '使用处' }).click();
  await page.locator('.key-uses').getByRole('button', { name: '改键' }).click();
  await page.getByLabel('新键值').fill('night');
  await page.getByText('该键值已存在，可改用合并').waitFor();
  await page.getByLabel('新键值').fill('smart-home');
  await page
    .locator('.touched')
    .getByText(/将改动 \d+ 行数据/)
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.locator('.dialog-foot').getByRole('button', { name: '改键' }).click();
  await page.getByText(/已改键，\d+ 行数据随之变更/).waitFor();
  expect(
    (await administrator.get('blade-maintenance/webApi/ascustomer/detail', { id: customer.id })).data
      .customerServiceTeam,
  ).toBe('smart-home');
  // The list call of this paper offers `edit` and `delete` on rows that are not sealed.
  expect(
    (await administrator.get('blade-system/dict-biz/list', { code: 'customer_service_team' })).data[0]._can,
  ).toEqual(['edit', 'delete']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '上下排列' }).click();
  await items.getByRole('cell', { name: 'smart-home' }).waitFor();
  const stacked = page.locator('.dict-panes[data-across="false"] .dict-pane');
  const [above, below] = [await stacked.first().boundingBox(), await stacked.last().boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  await page.locator('.dict-panes[data-across="false"]').getByRole('button', { name: '系统字典' }).click();
  await stacked.first().getByRole('button', { name: '性别', exact: true }).waitFor();
  await pageSettled(page);
  expect(troubles).toEqual([]);
});

test('a package opens directly in a form 600 wide, a device connection in one 880 wide', async () => {
  await administrator.post('blade-system/tenant-package/submit', {
    packageName: '标准版',
    menuId: (await server.tables<{ id: string }>("select id::text as id from blade_menu where code = 'blade_user'"))[0]
      .id,
  });
  await openPage(page, '/system/tenantpackage');
  const seen = page.locator('.page:not([hidden]) .list[data-table="tenantPackage"]');
  await seen.getByRole('button', { name: '标准版' }).click();
  const form = page.getByRole('dialog', { name: '编辑产品包' });
  await form.waitFor();
  expect([await widthOf(page, '.panel[role="dialog"]'), await page.locator('.panel.detail').count()]).toEqual([600, 0]);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.locator('.panel [data-field="packageName"] input').fill('空');
  await page.keyboard.press('Control+s');
  await page.getByText('请选择菜单').waitFor();
  expect((await administrator.post('blade-system/tenant-package/submit', { packageName: '空' })).msg).toBe(
    '请选择菜单',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃' }).click();
  await openPage(page, `${paperNamed(server.app, 'user').menu!.path}?id=${administrator.id}`);
  expect(await page.locator('.detail-stamp').innerText()).toMatch(/创建于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  // The standard columns of users fit on a desktop: the table's toolbar covers no header.
  const edges = await page.locator('.table thead th').evaluateAll((heads) =>
    heads.map((head) => ({
      words: head.textContent,
      left: head.getBoundingClientRect().left,
      right: head.getBoundingClientRect().right,
    })),
  );
  expect(edges.find((one) => one.words === '创建时间')?.right).toBeLessThanOrEqual(edges.at(-1)!.left);
  const sheet = await administrator.post('blade-system/post/export', { format: 'csv', columns: ['postName'] });
  expect(decodeURIComponent(sheet.headers.get('content-disposition') ?? '')).toMatch(/岗位_\d{14}\.csv/);
  // A port has no thousands separator: 9100, not 9,100.
  const connection = await saved(server, paperNamed(server.app, 'connectConfig'), { port: 9100 });
  await openPage(page, `${paperNamed(server.app, 'connectConfig').menu!.path}?id=${connection.id}`);
  await page.locator('.detail').getByText('9100', { exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.locator('.panel [data-field="name"] input').waitFor();
  await expect.poll(() => widthOf(page, '.panel[role="dialog"]')).toBe(880);
  await page.keyboard.press('Escape');
});

/** Press Tab until the element has the focus. */
async function tabTo(there: Locator): Promise<void> {
  const element = await there.elementHandle();
  for (let n = 0; n < 60; n++) {
    if (await element!.evaluate((one) => one === document.activeElement || one.contains(document.activeElement)))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${String(there)}`);
}

test('without a mouse: a role is added, granted a page from the tree, moved below another and removed', async () => {
  troubles.length = 0;
  const of = paperNamed(server.app, 'role');
  const stored = (): Promise<{ id: string; parent: string | null; menus: number; gone: number }[]> =>
    server.tables(
      "select r.id::text as id, r.parent_id::text as parent, (select count(*)::int from blade_role_menu g where g.role_id = r.id) as menus, r.is_deleted as gone from blade_role r where role_alias = 'by-keys'",
    );
  await page.setViewportSize(DESK);
  await openPage(page, of.menu!.path);
  // The total of a tree counts every row, also those in closed branches.
  const [{ roles }] = await server.tables<{ roles: number }>(
    "select count(*)::int as roles from blade_role where tenant_id = '000000' and is_deleted = 0",
  );
  await page.locator('.list-foot', { hasText: `共 ${roles} 条` }).waitFor();
  await page.keyboard.press('n');
  await page.locator('.panel [data-field="roleName"] input').waitFor();
  await page.keyboard.type('键盘');
  await page.keyboard.press('Tab');
  await page.keyboard.type('by-keys');
  await tabTo(page.locator('.panel [data-field="parentId"] input'));
  await page.keyboard.press('ArrowDown');
  const above = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await above.waitFor();
  // Esc closes the list that is open, not the form below it.
  await page.keyboard.press('Escape');
  await above.waitFor({ state: 'detached' });
  expect(await page.locator('.dialog').count()).toBe(0);
  await tabTo(page.locator('.panel [data-field="sort"] input'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('99');
  await page.keyboard.press('Control+s');
  await page.locator('.panel').waitFor({ state: 'detached' });
  await page.locator('tr[data-current="true"]', { hasText: '键盘' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.detail .detail-tabs').waitFor();
  await page.keyboard.press('2');
  const tree = page.locator('.detail .ant-tree');
  await tree.waitFor();
  await tabTo(page.locator('.choice-tree .ant-input'));
  await page.keyboard.type('岗位');
  await tabTo(tree);
  for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await page.locator('.choice-changes', { hasText: '岗位' }).waitFor();
  await tabTo(page.locator('.choice-foot .strong'));
  await page.keyboard.press('Enter');
  await page.getByText('已保存', { exact: true }).waitFor();
  expect((await stored())[0].menus).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  const places = page.locator('.arrange .ant-tree');
  await places.waitFor();
  await tabTo(places);
  for (
    let n = 0;
    n < 30 &&
    !(await page
      .locator('.arrange .ant-tree-treenode-selected, .arrange .ant-tree-treenode-active')
      .filter({ hasText: '键盘' })
      .count());
    n++
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  await page.locator('.arrange-moves', { hasText: /键盘 从“最上层”移到“.+”/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  expect((await stored())[0].parent).toBeNull();
  await page.keyboard.press('Control+s');
  await page.locator('.arrange').waitFor({ state: 'detached' });
  expect(Number((await stored())[0].parent)).toBeGreaterThan(0);
  await page.keyboard.press('/');
  await page.keyboard.type('键盘');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.table tbody tr[data-id]').count()).toBe(1);
  await page.locator('.table-box').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: '确定', exact: true }).waitFor();
  await tabTo(page.locator('.dialog-foot .danger, .dialog-foot .strong').first());
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())[0].gone).toBe(1);
  expect(troubles).toEqual([]);
});

/** Did the previous screen leave an unfinished form? */
let isLeft = false;

test.for(walkOfAdministration(server, page, administrator).map((way, at) => [way[0], way, at] as const))(
  'a walk over the administration, %s: no barrier, nothing untranslated in either language, nothing wider than a phone',
  async ([name, [, path, there, step, called], at]) => {
    troubles.length = 0;
    await page.setViewportSize(DESK);
    await switchTheme(page, LOOKS[at % LOOKS.length]);
    await switchLanguage(page, 'zh');
    // Navigate within the page as people do. After an unfinished form load the page, since leaving prompts.
    const to = typeof path === 'string' ? path : await path();
    await (at === 0 || isLeft ? openPage(page, to) : goWithin(page, to));
    isLeft = step !== undefined;
    await step?.();
    await page.locator(`.page:not([hidden]) ${there}`).first().waitFor();
    await pageSettled(page);
    expect(await unreadable(page, false, [])).toEqual([]);
    await switchLanguage(page, 'en');
    await pageSettled(page);
    await expect.poll(() => unreadable(page, true, []), { message: name }).toEqual([]);
    if (called) expect(await page.locator('.detail-head h2 > span').innerText()).toBe(called);
    expect(await barriers(page), JSON.stringify(LOOKS[at % LOOKS.length])).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(troubles).toEqual([]);
  },
);

test('selected attachments download as one archive, and an administrator requests all data of the company', async () => {
  const admin = await server.as('admin', { who: 'archive' });
  for (const name of ['一.png', '二.png'])
    await uploadSheetFile(admin, 'blade-resource/oss/endpoint/put-file', PIXEL, name);
  // Other tests insert attachments as rows without a file, so requests for their pictures answer 404.
  const own = await screens.of(admin, { refused: [404] });
  await openPage(own.page, paperNamed(server.app, 'attachment').menu!.path);
  for (const name of ['一.png', '二.png'])
    await own.page.locator('tbody tr', { hasText: name }).locator('input[type=checkbox]').check();
  const [taken] = await Promise.all([
    own.page.waitForEvent('download'),
    own.page.getByRole('button', { name: '打包下载文件' }).click(),
  ]);
  expect(taken.suggestedFilename()).toBe('附件.zip');
  // Store a session as the login of an administrator does.
  await own.page.addInitScript(() =>
    sessionStorage.setItem(
      'anju-session',
      JSON.stringify({ ...JSON.parse(sessionStorage.getItem('anju-session')!), roles: ['admin'] }),
    ),
  );
  await openPage(own.page, '/system/param-values');
  await own.page.getByRole('button', { name: '导出全部数据' }).click();
  await own.page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click();
  await own.page.locator('.toast', { hasText: '正在后台导出' }).waitFor();
  expect(
    (await server.tables("select 1 from anju_job where kind = 'tenantExport' and person_id = $1", [admin.id])).length,
  ).toBe(1);
  expect(own.troubles).toEqual([]);
  await own.page.context().close();
});

test('storages, channels and code generation work from their pages', async () => {
  const keeper = await server.as('administrator', { who: 'tools' });
  const made = async (path: string, body: object): Promise<string> => {
    const { data, msg } = await keeper.post(`${path}/submit`, body);
    if (!data?.id) throw new Error(msg);
    return data.id as string;
  };
  const paper = (name: string) => paperNamed(server.app, name);
  const [store, channel] = [
    await made(paper('oss').path, { category: 9, ossCode: 'tools-local' }),
    await made(paper('sms').path, {
      category: 9,
      smsCode: 'tools',
      templateId: 'T1',
      templateText: '验证码${code}',
      signName: '安居',
    }),
  ];
  const model = await made(paper('dataModel').path, {
    modelName: '巡检',
    modelCode: 'patrol',
    modelTable: 'biz_patrol',
    columns: [{ jdbcName: 'patrol_name', jdbcType: 'varchar', jdbcComment: '名称', isList: true, isForm: true }],
  });
  const plan = await made(paper('codePlan').path, {
    codeName: '巡检',
    tableName: 'biz_patrol',
    packageName: 'cn.anju.patrol',
    modelId: model,
  });
  const own = await screens.of(keeper);
  const open = async (name: string, id: string): Promise<void> => {
    await openPage(own.page, `${paper(name).menu!.path}?id=${id}`);
    await own.page.locator('.row-verbs').waitFor();
  };
  const press = (name: string): Promise<void> => own.page.locator('.row-verbs').getByRole('button', { name }).click();
  const toast = (words: string): Promise<void> => own.page.locator('.toast', { hasText: words }).first().waitFor();
  await open('oss', store);
  await press('测试上传');
  await toast('上传、读取、删除都成功');
  await press('启用');
  await toast('已启用，新文件存到这里');
  await own.page.locator('.row-verbs button:disabled', { hasText: '启用' }).waitFor();
  await open('sms', channel);
  await press('启用');
  await own.page.locator('.row-verbs button:enabled', { hasText: '发送短信' }).click();
  await own.page.getByLabel('手机号，多个用逗号分隔').fill('13800138066');
  await own.page.getByLabel('code').fill('2468');
  expect(await barriers(own.page)).toEqual([]);
  await own.page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click();
  await toast('已交给通道 1 条');
  await open('codePlan', plan);
  const [code] = await Promise.all([own.page.waitForEvent('download'), press('生成代码')]);
  expect(code.suggestedFilename()).toBe('code.zip');
  await openPage(own.page, `${paper('dataModel').menu!.path}?id=${model}`);
  await own.page.locator('.detail .detail-group').first().waitFor();
  await own.page.keyboard.press('e');
  await own.page.getByText('先选择数据源').waitFor();
  expect(own.troubles).toEqual([]);
  await own.page.context().close();
});
