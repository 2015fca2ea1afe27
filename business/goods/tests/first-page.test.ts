import { expect, test } from 'vitest';
import { addDays } from '#kernel/language/days.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { dispatchedOrders } from '../testing/dispatched-orders.ts';
import { StoreSite, dataOf, shipmentPath } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store } = site.people;
const today = new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10);
const valve = await site.item('20');

interface Row {
  readonly pile: string;
  readonly id: string;
  readonly section: string;
  readonly fact: string;
}
const rowsOf = async (who = store): Promise<Row[]> =>
  dataOf(await who.get('blade-maintenance/webApi/desk/work')).ordered.rows;
const places = async (): Promise<string[]> => (await rowsOf()).map(({ pile, section }) => `${section} ${pile}`);

/** Send a request of the technician's van; return its id. */
const requested = async (needDate: string, applyQty = '1'): Promise<string> =>
  dataOf(
    await site.people.worker.post('blade-maintenance/webApi/asmaterialapply/submit', {
      ...site.requested([{ materialId: valve, applyQty }], { needDate }),
      then: 'submit',
    }),
  ).id;

test('a storekeeper has the counter first, then what is needed today, then later; missing goods are named', async () => {
  const later = await requested(addDays(today, 2));
  const now = await requested(today, '50');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '1' }], { needDate: today });
  await site.approved(shipmentId);
  expect(await places()).toEqual([
    'waiting shipmentsToHandOver',
    'today appliesToExamine',
    'tomorrow appliesToExamine',
  ]);
  const rows = await rowsOf();
  expect(rows.map(({ id }) => id)).toEqual([shipmentId, now, later]);
  expect(rows.slice(1).map(({ fact }) => fact)).toEqual(['1 行，缺 1 行', '1 行，货齐']);
  expect(await rowsOf(await server.as('as_store', { tenantId: '100888' }))).toEqual([]);
});

test('the figures of a storekeeper count exactly the shipments behind their link', async () => {
  const dispatched = dispatchedOrders(site);
  const { dispId } = await dispatched();
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '1' }], { applyType: 'job', dispId });
  await site.approved(shipmentId);
  await server.tables("update dispatchlist set plan_start = $2::timestamptz - interval '1 minute' where disp_id = $1", [
    dispId,
    new Date(server.clock.ms()).toISOString(),
  ]);
  const { figures } = dataOf(await store.get('blade-maintenance/webApi/desk/figures'));
  const handed = figures.find(({ name }: { name: string }) => name === 'handedOver');
  expect(handed).toMatchObject({ value: 0, good: 0, of: 1, target: 95 });
  const [link] = handed.links;
  const query = Object.fromEntries(new URLSearchParams(link.to.split('?')[1]));
  expect([link.rows, dataOf(await store.get(`${shipmentPath}/list`, query)).total]).toEqual([1, 1]);
  // Without SAP its figure is absent.
  expect(figures.map(({ name }: { name: string }) => name)).not.toContain('sapEqual');
});

test('by keyboard a storekeeper approves a request on its row, and sends another back with its reason in place', async () => {
  const { page, troubles } = await screens.of(store);
  await openPage(page, '/wel/index');
  const open = page.locator('.bench-row[data-open=true]');
  await open.locator('.bench-kind', { hasText: '移交' }).first().waitFor();
  const toApprove = page.locator('.bench-row', { has: page.locator('.bench-kind', { hasText: '待审' }) });
  const places_ = await page.locator('.bench-row .bench-kind').allInnerTexts();
  await page.keyboard.press(String(places_.lastIndexOf('待审') + 1));
  await open.locator('.bench-who', { hasText: '货齐' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.bench-row[data-done=true]', { hasText: '已审核' }).waitFor();
  await open.locator('.bench-kind', { hasText: '待审' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-open'))).toBe('true');
  await page.keyboard.press('x');
  const question = page.locator('.bench-question');
  await question.locator('textarea, input').first().fill('先用旧的');
  await page.keyboard.press('Control+Enter');
  await toApprove.locator('.bench-who', { hasText: '已退回' }).waitFor();
  expect(
    (await server.tables("select document_status from asmaterialapply where document_status = 'returned'")).length,
  ).toBe(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});
