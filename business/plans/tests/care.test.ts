import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { CareSite } from '../testing/care-site.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const plans = await PlanSite.of(server);
const { contracts } = plans;
const { cs, admin } = contracts.work;
const site = new CareSite(plans);

test('an audience is counted before it is planned: who gets it, and why the others do not', async () => {
  const [one, two, three, four] = [
    await site.wanting(),
    await contracts.home(),
    await site.wanting(),
    await site.wanting(),
  ];
  await server.tables("update ascustomer set customer_level = 'black' where id = $1", [three.customerId]);
  await site.optOut(four);
  const preview = good(await cs.post(`${site.path}/preview`, { audience: { systemType: 'floorHeat' } })).data;
  expect(preview).toMatchObject({ all: 4, gets: 1, noConsent: 1, optedOut: 1, blocked: 1 });
  expect(preview.first).toHaveLength(1);
  // A colleague of another department counts the customers, and reads no name of those that only others see.
  const colleague = await server.as('as_cs', { who: 'elsewhere' });
  expect(
    good(await colleague.post(`${site.path}/preview`, { audience: { systemType: 'floorHeat' } })).data,
  ).toMatchObject({ all: 4, gets: 1, first: [] });
  const count = async (audience: Record<string, unknown>): Promise<number> =>
    good(await cs.post(`${site.path}/preview`, { audience })).data.all;
  expect(await count({ systemType: 'boiler' })).toBe(0);
  await server.tables(
    "update asequipment set install_date = '2021-06-01', warranty_end_date = '2027-01-01' where id = $1",
    [one.equipmentId],
  );
  await server.tables("update ascustomer set last_service_time = '2026-10-01' where id = $1", [two.customerId]);
  expect(await count({ installFrom: '2021', installTo: '2021' })).toBe(1);
  expect(await count({ systemType: 'boiler', installFrom: '2021' })).toBe(0);
  expect(await count({ installFrom: '2022' })).toBe(0);
  expect([await count({ cover: 'warranty' }), await count({ cover: 'none' }), await count({ cover: 'plan' })]).toEqual([
    1, 3, 0,
  ]);
  expect(await count({ servedBefore: '2026-10-01', systemType: 'floorHeat' })).toBe(3);
  expect(await count({ customerLevel: 'black' })).toBe(1);
});

test('a message is planned with conditions and a template only, and its audience is frozen once when it is sent', async () => {
  const homes = [await site.wanting('boiler'), await site.wanting('boiler'), await site.wanting('boiler')];
  expect((await site.submit({ ids: (await site.draft({ systemType: '' })).id, action: 'plan' })).reason).toBe(
    'plans.audienceEmpty',
  );
  const nobody = await site.draft({ systemType: 'vacuum' });
  expect((await site.submit({ ids: nobody.id, action: 'plan' })).reason).toBe('plans.nobodyGets');
  const { id } = await site.draft({ systemType: 'boiler' });
  expect((await site.submit({ ids: id, action: 'plan' })).reason).toBe('plans.careTemplateMissing');
  await site.template();
  good(await site.submit({ ids: id, action: 'plan' }));
  expect(await site.care(id)).toMatchObject({ sendStatus: 'waiting' });
  // The audience is who matches when it is sent.
  await site.optOut(homes[0]);
  await Promise.all([site.run(), site.run()]);
  await site.run();
  const rows = await site.pushes(id);
  expect(rows.map(({ customerId }) => customerId)).toEqual([homes[1].customerId, homes[2].customerId]);
  expect(rows[0]).toMatchObject({ pushScene: 'care', pushStatus: 'waiting', pushChannel: 'sms' });
  expect(await site.care(id)).toMatchObject({ sendStatus: 'sending', audienceCount: 2, successCount: 0 });
  // A home that matches later is not added.
  await site.wanting('boiler');
  await site.run();
  expect(await site.pushes(id)).toHaveLength(2);
});

test('a message waits for its time, and a cancelled one is never sent', async () => {
  await site.wanting('radiator');
  const later = await site.draft({ systemType: 'radiator' }, { planSendTime: '2026-11-24 10:00:00' });
  const never = await site.draft({ systemType: 'radiator' });
  good(await site.submit({ ids: `${later.id}`, action: 'plan' }));
  good(await site.submit({ ids: never.id, action: 'plan' }));
  good(await site.submit({ ids: never.id, action: 'cancel' }));
  await site.run();
  expect([await site.pushes(later.id), await site.pushes(never.id)]).toEqual([[], []]);
  expect((await site.care(later.id)).sendStatus).toBe('waiting');
  expect((await site.submit({ id: later.id, title: '改标题' })).status).toBe(409);
});

test('a message is sent when no push waits, failed only if all failed, and read when all were read', async () => {
  await server.tables("update asschemepush set push_status = 'sent' where care_id is not null");
  await site.run();
  const [first] = good(await cs.get(`${site.path}/list`, { sendStatus: 'sent' })).data.records;
  expect(first).toMatchObject({ sendStatus: 'sent', successCount: 2, readCount: 0 });
  await server.tables("update asschemepush set push_status = 'read' where care_id = $1", [first.id]);
  await site.run();
  expect(await site.care(first.id)).toMatchObject({ sendStatus: 'read', readCount: 2 });
  const home = await site.wanting('dehumid');
  const { id } = await site.draft({ systemType: 'dehumid' });
  good(await site.submit({ ids: id, action: 'plan' }));
  await site.run();
  await server.tables("update asschemepush set push_status = 'failed' where care_id = $1", [id]);
  await site.run();
  expect((await site.care(id)).sendStatus).toBe('failed');
  expect(home.customerId).not.toBe('');
});

test('channels without a way out are refused, and another company sees no message', async () => {
  expect((await site.submit({ ...site.body, audience: { systemType: 'boiler' }, pushChannel: 'voice' })).reason).toBe(
    'plans.channelNotOpen',
  );
  const stranger = await server.as('as_cs', { tenantId: '100888' });
  expect(good(await stranger.get(`${site.path}/list`)).data.records).toEqual([]);
  expect(good(await admin.get(`${site.path}/list`)).data.records.length).toBeGreaterThan(0);
});
