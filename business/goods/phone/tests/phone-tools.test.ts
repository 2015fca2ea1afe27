import { expect, test } from 'vitest';
import { WeakNetwork } from '#business/mobile/testing/weak-network.ts';
import { photoBy, picture } from '#business/mobile/testing/worksite.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { goodsTab, openGoods, sendAll, sheetNamed, tapTwice } from '../../testing/phone-screens.ts';
import { StoreSite, dataOf } from '../../testing/store-site.ts';
import { handedOut, newTool } from '../../testing/tool-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const MINUTE = 60_000;

const [drill, meter] = [
  await newTool(site, { toolCode: 'DRILL', toolName: '冲击钻' }),
  await newTool(site, {
    toolCode: 'METER',
    toolName: '数字压力表',
    trackMode: 'serial',
    serialNo: 'M-1',
    totalQty: '1',
    needCalibrate: true,
    calibrateDue: '2026-12-08',
  }),
];
await newTool(site, { toolCode: 'LADDER', toolName: '人字梯' });
const loan = await handedOut(site, [{ toolId: drill, applyQty: '2' }], { planReturnDate: '2026-11-23' });
await handedOut(site, [{ toolId: meter }], { toolApplyType: 'keep', planReturnDate: undefined });

interface StoredApplication {
  readonly no: string;
  readonly state: string;
  readonly at: string | null;
  readonly now: string;
  readonly tools: readonly string[];
}

/** Return the applications for the ladder. */
const ladders = () =>
  server.tables<StoredApplication>(
    `select a.tool_apply_no as no, a.tool_apply_status as state, to_char(a.submit_time, 'YYYY-MM-DD HH24:MI:SS') as at, to_char(a.create_time, 'YYYY-MM-DD HH24:MI:SS') as now, array_agg(d.tool_name || ' ' || d.apply_qty::float8) as tools
    from astoolapply a join astooldetails d on d.tool_apply_id = a.id and d.is_deleted = 0 where a.is_deleted = 0 group by a.id having bool_or(d.tool_name = '人字梯') order by a.id`,
  );

const photos = () =>
  server.tables('select coalesce(cardinality(return_photo), 0) as back from astooldetails where tool_apply_id = $1', [
    loan.id,
  ]);

test('without a network a technician takes a photo at the return and applies for a tool; both are stored once', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.people.worker, { size: PHONE, kept: true });
  await openGoods(page, network.base);
  await goodsTab(page, '工具').filter({ hasText: '3 件' }).waitFor();

  await network.off();
  // The page itself shows the tool that is due. No photo of its hand-out was taken.
  const due = page.locator('#goods-tools [data-due-tool="DRILL"]', { hasText: '今天还' });
  await due.getByTitle('没有领用照').waitFor();
  await expect.poll(() => page.locator('[data-due-tool]').count()).toBe(1);
  await page.locator('#goods-tools', { hasText: '冲击钻今天要还' }).getByRole('button').click();
  const tools = sheetNamed(page, '工具');
  // The tool that is due today comes before the permanent one.
  expect(
    await tools.locator('[data-tool]').evaluateAll((rows) => rows.map((row) => ({ ...(row as HTMLElement).dataset }))),
  ).toMatchObject([
    { tool: 'DRILL', due: 'today' },
    { tool: 'METER', due: 'permanent' },
  ]);
  await tools.locator('[data-tool="METER"]', { hasText: '12-08 要校准' }).filter({ hasText: '长期' }).waitFor();
  expect(await barriers(page, { part: '.dialog' })).toEqual([]);
  await tools.locator('[data-tool="DRILL"] input[data-when="return"]').setInputFiles(await picture('sharp'));
  await tools.locator('[data-tool="DRILL"]', { hasText: '归还照 1' }).waitFor();
  await tools.getByRole('button', { name: '申请工具' }).click();
  const apply = sheetNamed(page, '申请工具');
  await apply.getByRole('button', { name: '多一个 人字梯' }).click();
  await apply.getByLabel('用途').fill('安装吊顶风口');
  expect(await barriers(page, { part: '.dialog' })).toEqual([]);
  await tapTwice(apply.getByRole('button', { name: '申请 1 种' }));
  await page.locator('#goods-tools', { hasText: '1 张申请在办' }).waitFor();
  await page.reload();
  await page.locator('#goods-tools', { hasText: '1 张申请在办' }).waitFor();
  expect([await ladders(), await photos()]).toEqual([[], [{ back: 0 }]]);

  server.clock.pass(40 * MINUTE);
  await network.on();
  await sendAll(page);
  expect(await page.locator('.day-refused').allInnerTexts()).toEqual([]);
  const [one, ...more] = await ladders();
  expect([one.state, one.tools, more]).toEqual(['submitted', ['人字梯 1'], []]);
  expect(minutesBetween(one.at ?? '', one.now)).toBeGreaterThanOrEqual(39);
  expect(await photos()).toEqual([{ back: 1 }]);
  await page.context().close();
  await network.off();
}, 120_000);

test('an overdue tool says why a further application is refused', async () => {
  const { worker } = site.people;
  const photo = { id: loan.lines[0].id, when: 'out', file: await photoBy(worker) };
  dataOf(await worker.post('blade-maintenance/webApi/astooldetails/photo', photo));
  await server.tables("update astoolapply set plan_return_date = '2026-11-20' where id = $1", [loan.id]);
  const { page } = await screens.of(site.people.worker, { size: PHONE, kept: true });
  await openGoods(page, server.base);
  await goodsTab(page, '工具').locator('[data-tone="red"]').waitFor();
  await page.locator('[data-due-tool="DRILL"]', { hasText: '超 3 天' }).locator('img').waitFor();
  await page.locator('#goods-tools', { hasText: '冲击钻逾期未还' }).getByRole('button').click();
  await sheetNamed(page, '工具').locator('[data-tool="DRILL"]', { hasText: '超 3 天' }).waitFor();
  await sheetNamed(page, '工具').getByRole('button', { name: '申请工具' }).click();
  const apply = sheetNamed(page, '申请工具');
  await apply
    .getByRole('alert')
    .filter({ hasText: `冲击钻 ${loan.toolApplyNo}` })
    .waitFor();
  await apply.getByRole('button', { name: '多一个 人字梯' }).click();
  await apply.getByLabel('用途').fill('备用');
  expect(await apply.getByRole('button', { name: '申请 1 种' }).isDisabled()).toBe(true);
  // A draft is stored, and its submission is refused with the numbers of the overdue applications.
  await apply.getByRole('button', { name: '存草稿' }).click();
  await page.locator('#goods-tools').getByRole('button').click();
  await sheetNamed(page, '工具').locator('li', { hasText: '草稿' }).getByRole('button', { name: '提交' }).click();
  await page.locator('#goods-tools [role="alert"]', { hasText: loan.toolApplyNo }).waitFor();
  await page.context().close();
}, 120_000);
