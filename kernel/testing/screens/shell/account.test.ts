import { expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { keeper } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';
import { openPage, openScreens } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);

test('a person known by a provider only must register: the dialog stays until then, and names missing fields in order', async () => {
  const guest = await screens.of(by, { refused: [400, 401, 403, 502] });
  await guest.page.addInitScript(() => {
    const stored = JSON.parse(sessionStorage.getItem('anju-session') ?? '{}') as object;
    sessionStorage.setItem('anju-session', JSON.stringify({ ...stored, guestOf: 'nobody', name: '来宾' }));
  });
  await guest.page.goto('/');
  const dialog = guest.page.getByRole('dialog', { name: '账号注册' });
  await dialog.locator('#register-account').waitFor();
  expect(await dialog.locator('#register-name').inputValue()).toBe('来宾');
  await guest.page.keyboard.press('Escape');
  await guest.page.mouse.click(5, 5);
  expect([await dialog.count(), await dialog.getByRole('button', { name: '关闭' }).count()]).toEqual([1, 0]);
  const says = async (words: string): Promise<void> => {
    await dialog.getByRole('button', { name: '注册' }).click();
    await guest.page.locator('.toast', { hasText: words }).waitFor();
  };
  if (await dialog.locator('#register-tenantId').count()) {
    await says('请先输入租户编号');
    await dialog.locator('#register-tenantId').fill('000000');
  }
  await says('请先输入账号名称');
  await dialog.locator('#register-account').fill('ada');
  await says('请先输入密码');
  await dialog.locator('#register-password').fill('Lovelace1815');
  await dialog.locator('#register-password2').fill('Lovelace1816');
  await says('两次密码输入不一致');
  await dialog.locator('#register-password2').fill('Lovelace1815');
  await guest.page.route('**/register-guest*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await says('提交失败');
  await dialog.getByRole('button', { name: '注册' }).isEnabled();
  await guest.page.context().close();
});

test('personal information is saved, a portrait is a small jpg or png, and a new password is typed twice', async () => {
  const me = await server.as('as_cs', { who: 'me' });
  await server.tables('update blade_user set password = $2 where id = $1', [
    me.id,
    await hashPassword(md5('Old2026pass')),
  ]);
  const { page, troubles } = await screens.of(me, { refused: [400] });
  await openPage(page, '/info/index');
  const portrait = (name: string, mimeType: string, size: number) =>
    page.getByLabel('更换头像').setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) });
  for (const [name, type, size] of [
    ['me.gif', 'image/gif', 10],
    ['me.png', 'image/png', 501 * 1024],
  ] as const) {
    await portrait(name, type, size);
    await page.locator('.toast', { hasText: '头像只能是 jpg 或 png,不超过 500 kB' }).getByRole('button').click();
  }
  await page.getByLabel('姓名').fill('新名字');
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.field-problem', { hasText: '请输入登录密码' }).waitFor();
  await page.getByLabel('登录密码').fill('wrong');
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.field-problem', { hasText: '密码不对' }).waitFor();
  await page.getByLabel('登录密码').fill('Old2026pass');
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.toast', { hasText: '操作成功!' }).waitFor();
  await page.locator('.person-name', { hasText: '新名字' }).waitFor();
  await page.getByRole('tab', { name: '修改密码' }).click();
  await page.locator('#oldPassword').fill('Old2026pass');
  await page.locator('#newPassword').fill('New2026pass');
  await page.locator('#newPassword1').fill('New2027pass');
  await page.keyboard.press('Enter');
  await page.locator('.field-problem', { hasText: '两次密码输入不一致' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('answers of a proxy have words by their status, a failed save can be retried, and a save is confirmed', async () => {
  const { page } = await screens.of(by, { refused: [403, 413, 418, 502] });
  await openPage(page, '/system/param');
  await page.keyboard.press('n');
  const value = page.locator('.panel [data-field="paramValue"] textarea');
  await value.fill('1');
  for (const name of ['paramName', 'paramKey'])
    await page.locator(`.panel [data-field="${name}"] input`).fill('story.words');
  expect(await value.inputValue()).toBe('1');
  for (const [status, words] of [
    [502, '正在重启'],
    [413, '大小限制'],
    [403, '防火墙'],
    [418, '未知错误（418）'],
    [200, '不是本系统的应答'],
  ] as const) {
    await page.route('**/blade-system/param/s*', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>Gateway</h1>' }),
    );
    // Wait for the toast before the press: it disappears by itself.
    await Promise.all([page.locator('.toast', { hasText: words }).waitFor(), page.keyboard.press('Control+s')]);
    await page.unroute('**/blade-system/param/s*');
  }
  await Promise.all([page.locator('.toast', { hasText: '新增成功' }).waitFor(), page.keyboard.press('Control+s')]);
  await page.context().close();
});
