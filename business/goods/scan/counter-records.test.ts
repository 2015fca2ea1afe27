import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { inVan, inspect, returnOf, returnPath, returned, takenOver } from '../testing/back-site.ts';
import { StoreSite, dataOf, shipmentPath } from '../testing/store-site.ts';
import { handedOut, newTool } from '../testing/tool-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store, worker } = site.people;

const opened = async (code: string, by = store): Promise<string | undefined> =>
  dataOf(await by.get(`${shipmentPath}/counterRecords`, { code }))[0]?.to;
const returnAt = (id: string): string => `/maintenance/asreturnedmaterials?id=${id}`;

test('a code opens the return, the tool or the application that it names, for people who see them', async () => {
  const pump = await site.item('3', {}, ['Q-1', 'Q-2', 'Q-3']);
  await inVan(site, pump, '2', 'Q-1,Q-2');
  const line = { materialId: pump, returnQty: '1', serialNos: 'q-1' };
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, [line])));
  const { returnNo } = await returnOf(site, id);
  const { technicianNo } = dataOf(await store.get(`${technician.path}/detail`, { id: site.technicianId }));
  for (const code of [returnNo, returnNo.toLowerCase(), 'Q-1', `ANJU:T:${technicianNo}`])
    expect([code, await opened(code)]).toEqual([code, returnAt(id)]);
  const meter = await newTool(site, { trackMode: 'serial', serialNo: 'MM-7', totalQty: '1', toolCode: 'GJ-MM-7' });
  const of = await handedOut(site, [{ toolId: meter }]);
  for (const code of ['MM-7', 'gj-mm-7'])
    expect([code, await opened(code)]).toEqual([code, `/maintenance/astool?id=${meter}`]);
  expect(await opened(of.toolApplyNo)).toBe(`/maintenance/astoolapply?id=${of.id}`);
  const stranger = await server.as('as_technician', { who: 'stranger' });
  for (const code of [returnNo, 'Q-1', `ANJU:T:${technicianNo}`, of.toolApplyNo, 'Q-3', '没有'])
    expect([code, await opened(code, stranger)]).toEqual([code, undefined]);
  const again = dataOf(await worker.post(`${returnPath}/submit`, returned(site, [{ ...line, serialNos: 'Q-2' }])));
  expect(await opened(`ANJU:T:${technicianNo}`)).toContain(`technicianId=${site.technicianId}`);
  for (const one of [id, again.id]) dataOf(await inspect(site, one));
  dataOf(await takenOver(site, `${id},${again.id}`));
  expect(await opened('Q-1')).toBeUndefined();
});

test('the code of a tool, typed by a scanner at the counter, opens the tool', async () => {
  const meter = await newTool(site, { toolName: '压力表', toolCode: 'GJ-SCAN-1' });
  const { page, troubles } = await screens.of(store);
  await openPage(page, '/maintenance/asmaterialshipments/scan');
  await page.getByRole('textbox', { name: '扫发料单、领料单或工牌' }).waitFor();
  await page.keyboard.type('GJ-SCAN-1');
  await page.keyboard.press('Enter');
  await page.locator('.detail-head', { hasText: '压力表' }).waitFor();
  expect(new URL(page.url()).searchParams.get('id')).toBe(meter);
  expect(troubles).toEqual([]);
});
