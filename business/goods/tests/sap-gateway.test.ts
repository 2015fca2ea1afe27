import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { flowPath, inVan, setParameter } from '../testing/back-site.ts';
import { ErpServer } from '../testing/erp-server.ts';
import { storedFlows, sapWorked } from '../testing/sap-site.ts';
import { dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const erp = await ErpServer.open();
afterAll(() => erp.close());
const server = await openTestServer(import.meta.url, {
  env: { ADAPTER_ERP_URL: erp.address, ADAPTER_ERP_TOKEN: 'secret' },
});
const site = await StoreSite.of(server);
await server.tables("update aswarehouse set sap_whs_code = 'W01' where id = $1", [site.main]);
const valve = await site.item('50');

/** Hand a part over, and push it. */
async function pushed(): Promise<string> {
  const shipmentId = await inVan(site, valve, '1');
  dataOf(await site.people.store.post(`${shipmentPath}/sendOutPush`, { ids: shipmentId }));
  return shipmentId;
}

test('a company without an adapter, or whose vans are not in SAP, sends nothing', async () => {
  const shipmentId = await inVan(site, valve, '1');
  expect((await site.shipment(shipmentId)).sapStatus).toBe('notNeeded');
  expect((await site.people.store.get(`${flowPath}/differences`)).reason).toBe('maintenance.sapAdapterMissing');
  await setParameter(site, 'as.sap.adapter', 'ERP');
  const second = await inVan(site, valve, '1');
  expect((await site.shipment(second)).sapStatus).toBe('notNeeded');
  await setParameter(site, 'as.sap.personWhs', 'W10');
  expect(await server.tables('select 1 from assapwarehouseflow')).toEqual([]);
});

test('the gateway asks by key before it posts, with its token', async () => {
  const shipmentId = await pushed();
  erp.calls.length = 0;
  await sapWorked(site);
  expect(erp.calls).toEqual(['GET /sap/documents', 'POST /sap/documents']);
  expect([...erp.tokens]).toEqual(['Bearer secret']);
  expect([...erp.documents.values()]).toMatchObject([{ fromWhsCode: 'W01', toWhsCode: 'W10', qty: '1.000' }]);
  expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'pushed', doc: 'ERP-1' }]);
});

test('a refusal by 4xx is tried once, and keeps the words of SAP', async () => {
  erp.refusing = () => ({ status: 422, body: { reason: 'Period 11 is locked' } });
  const shipmentId = await pushed();
  erp.calls.length = 0;
  await sapWorked(site);
  erp.refusing = () => undefined;
  expect(erp.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  const [row] = await storedFlows(site, shipmentId);
  expect(row).toMatchObject({ state: 'failed', tries: 1 });
  const { errorMessage } = dataOf(await site.people.store.get(`${flowPath}/detail`, { id: row.id }));
  expect(errorMessage).toBe('Period 11 is locked');
  dataOf(await site.people.store.post(`${flowPath}/retry`, { ids: row.id }));
  await sapWorked(site);
  expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'pushed' }]);
});

test('a connection that breaks between the request and its answer leaves one document', async () => {
  const shipmentId = await pushed();
  const before = erp.documents.size;
  erp.onPosted = async () => 'cut';
  await sapWorked(site);
  erp.onPosted = async () => {};
  expect([erp.documents.size, (await storedFlows(site, shipmentId))[0].state]).toEqual([before + 1, 'queued']);
  await server.tables('update assapwarehouseflow set next_retry_time = create_time');
  erp.calls.length = 0;
  await sapWorked(site);
  expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'pushed' }]);
  expect([erp.documents.size, erp.calls]).toEqual([before + 1, ['GET /sap/documents']]);
  expect(await site.broken()).toEqual([]);
});

test('an answer without a number, and one of 5xx, are temporary', async () => {
  for (const answer of [
    { status: 200, body: { docEntry: 'x' } },
    { status: 503, body: {} },
  ]) {
    erp.onPosted = async () => answer;
    const shipmentId = await pushed();
    await sapWorked(site);
    expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'queued', tries: 1 }]);
    erp.onPosted = async () => {};
    await server.tables('update assapwarehouseflow set next_retry_time = create_time');
    await sapWorked(site);
    expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'pushed' }]);
  }
});
