import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { PHONE, openPage, openScreensWithCamera } from '#kernel/testing/screens/browser.ts';
import { writeCodeVideo } from '#kernel/testing/screens/shell/camera-video.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const site = await StoreSite.of(server);
const { store } = site.people;
const folder = mkdtempSync(join(tmpdir(), 'anju-camera-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { technicianNo } = dataOf(await store.get(`${technician.path}/detail`, { id: site.technicianId }));
const video = join(folder, 'badge.y4m');
await writeCodeVideo(video, `ANJU:T:${technicianNo}`);
const screens = await openScreensWithCamera(server, video);

test('the camera of a phone reads the QR code of a badge: the documents of its technician open', async () => {
  const { shipmentId } = await site.released([{ materialId: await site.item('9'), applyQty: '2' }]);
  await site.approved(shipmentId);
  const { page, troubles } = await screens.of(store, { size: PHONE });
  await openPage(page, '/maintenance/asmaterialshipments/scan');
  await page.locator('.scan-camera').waitFor();
  await page.locator('tr[data-line]').first().waitFor({ state: 'attached' });
  // The same badge asks for the hand-over, which waits for the two pieces.
  await expect.poll(() => page.locator('.scan-verdict b').textContent(), { timeout: 20_000 }).toBe('还差 1 行');
  expect(await site.shipment(shipmentId)).toMatchObject({ documentStatus: 'approved' });
  expect(troubles).toEqual([]);
});
