import { chooseIn } from '#kernel/testing/screens/browser.ts';
import type { Page } from 'playwright-core';
import { paperNamed } from '#kernel/server/app.ts';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';

/** A screen: its name, path, expected content, first steps and English name. */
type Way = readonly [
  name: string,
  path: string | (() => Promise<string>),
  there: string,
  step?: () => Promise<void>,
  called?: string,
];

/** Return the steps that prepare a page before its screenshot. */
function stepsOn(page: Page) {
  const open = (name: string) => async (): Promise<void> => {
    await page.locator('.detail-tabs').getByRole('tab', { name }).click();
  };
  const arranging = async (): Promise<void> => {
    await page.getByRole('button', { name: '调整位置' }).click();
    await page.locator('.arrange .ant-tree').waitFor();
  };
  const handIn = (place: string) =>
    page.waitForFunction((there) => document.activeElement?.matches(`${there} *`), place);
  const ruling = async (): Promise<void> => {
    await page.locator('.detail .detail-tabs').waitFor();
    await page.keyboard.press('e');
    for (const [press, place] of [
      ['加一个条件', '.rule-row:nth-child(2)'],
      ['加一个条件', '.rule-row:nth-child(3)'],
      ['删除条件 2', '.rule-row:nth-child(2)'],
    ] as const) {
      await page.locator('.rule-editor').getByRole('button', { name: press }).press('Enter');
      await handIn(place);
    }
  };
  const asking = async (): Promise<void> => {
    const add = page.locator('.panel').getByRole('combobox', { name: '加一个条件' });
    await chooseIn(page.locator('.panel [data-field="paperName"] [role=combobox]'), '客户');
    await add.fill('级');
    await add.press('Enter');
    await handIn('.filter-face');
    await page.keyboard.press('Escape');
    await page.locator('.filter-face').waitFor({ state: 'detached' });
    await page.locator('.panel [data-field="shape"]').getByRole('button', { name: '明细' }).press('Enter');
    const column = page.locator('.panel').getByRole('combobox', { name: '加一列：输入名称查找' });
    for (const [at, name] of ['姓名', '等级'].entries()) {
      await column.fill(name);
      await column.press('Enter');
      await page.locator('.report-rows li').nth(at).waitFor();
      // Fill in one row after the other: adding a row moves the focus to its field.
      await handIn('.report-add');
    }
    await page.locator('.report-rows').getByRole('button', { name: /^去掉/ }).first().press('Enter');
    await handIn('.report-rows');
  };
  return { open, arranging, ruling, asking };
}

/** Return the screens of the administration that are no standard table. */
export function walkOfAdministration(server: TestServer, page: Page, administrator: TestCaller): Way[] {
  const { open, arranging, ruling, asking } = stepsOn(page);
  const at = (paper: string, more = ''): string => `${paperNamed(server.app, paper).menu!.path}${more}`;
  const rowOf = (paper: string, where: string) => async (): Promise<string> =>
    at(
      paper,
      `?id=${(await server.tables<{ id: string }>(`select id::text as id from ${paperNamed(server.app, paper).table} where is_deleted = 0 and ${where} limit 1`))[0].id}`,
    );
  /** Return the page of a new rule with one condition, in its form. Adding or removing a condition moves the focus. */
  const rule = async (): Promise<string> => {
    const [{ id: menuId }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_menu where code = 'blade_user'",
    );
    const { data } = await administrator.post('blade-system/data-scope/submit', {
      menuId,
      scopeName: 'OWN',
      scopeType: 5,
      scopeValue: [{ field: 'createUser', op: 'equal', value: '$me' }],
    });
    return at('dataScope', `?id=${data.id}`);
  };
  return [
    ['dictionaries beside each other', '/dict-horizontal/index', '.dict-table'],
    ['dictionaries above each other', '/dict-vertical/index', '.dict-table'],
    [
      'where a dictionary is read',
      rowOf('dictBiz', "tenant_id = '000000' and code = 'customer_service_team' and dict_key = '-1'"),
      '.key-uses',
      open('使用处'),
      'Service team',
    ],
    ['values of settings', '/system/param-values', '.param-box table'],
    ['permission explainer', '/authority/permission', '.explain-ask'],
    ['what a role may', rowOf('role', "tenant_id = '000000' and role_alias = 'as_store'"), '.ant-tree', open('授权')],
    [
      'what a top menu leads to',
      rowOf('topMenu', "tenant_id = '000000' and code = 'maintenance'"),
      '.ant-tree',
      open('菜单'),
      'After-sales',
    ],
    ['a rule of a data scope', rule, '.rule-row', ruling],
    ['a report in the making', at('reportFile', '?form=new'), '.report-rows', asking],
    ['menus put elsewhere', at('menu'), '.table-box', arranging],
    ['what a package holds', at('tenantPackage', '?form=new'), '.panel .ant-tree'],
    ['the calls a path closes', at('apiScope', '?form=new'), '.panel [data-field="scopePath"]'],
    ['workbench', '/wel/dashboard', '.home-card'],
  ];
}
