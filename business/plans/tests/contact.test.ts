import { expect, test } from 'vitest';
import { type Home, at } from '#business/contracts/testing/contract-site.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';
import { ReminderSite } from '../testing/reminder-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const reminders = new ReminderSite(site);
const { cs } = contracts.work;
const yearly = await contracts.template({ price: '0' });

/** Return contact and place of the visits of a contract, as they are stored. */
const stored = (schemeId: string) =>
  server.tables<{ state: string; name: string; phone: string; team: string; premises: string | null }>(
    `select plan_status as state, customer_name as name, phone, customer_service_team as team, premises_id::text as premises from asmaintain
     where scheme_id = $1 and is_deleted = 0 order by occurrence_no`,
    [schemeId],
  );

/** Return name, contact and address of a contract, as they are stored. */
const contactOf = async (schemeId: string) =>
  (
    await server.tables<{ name: string; contact: string; phone: string; address: string }>(
      'select customer_name as name, contact_name as contact, contact_phone as phone, address from asscheme where id = $1',
      [schemeId],
    )
  )[0];

async function change(home: Home, values: Record<string, unknown>): Promise<void> {
  good(await cs.post(`${at}/ascustomer/submit`, { id: home.customerId, ...values }));
  await server.delivered();
}

/** Return a new estate of a team. */
const estate = async (premisesName: string, customerServiceTeam: string): Promise<string> =>
  good(
    await contracts.work.admin.post(`${at}/asbasepremises/submit`, {
      premisesName,
      address: `上海市${premisesName}`,
      districtCode: '310115',
      customerServiceTeam,
    }),
  ).data.id;

test('a changed phone of a contract is that of its open visits at once, and visits that are over keep theirs', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const [first, second] = await site.plans(id);
  good(await site.act('skip', first.id, { skipReason: '客户不在' }));
  good(await site.act('book', second.id, { expectDate: '2026-11-25' }));
  const [{ phone }] = await stored(id);
  good(await cs.post(`${at}/asscheme/cusUpdate`, { id, contactPhone: '13812345678' }));
  expect((await stored(id)).map((one) => [one.state, one.phone])).toEqual([
    ['skipped', phone],
    ['booked', '13812345678'],
    ['planned', '13812345678'],
    ['planned', '13812345678'],
  ]);
});

test('name, phone and team of a customer reach homes, contracts, open visits and reminders, but no contact of its own', async () => {
  const { id, home } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const other = await contracts.sold(home, yearly.id, { startDate: '2026-11-03', contactPhone: '13900001111' });
  await reminders.warranty(home, '2026-12-01');
  await reminders.night();
  await change(home, { customerName: '严改名', phone: '13700002222', customerServiceTeam: 'west' });
  expect(
    await server.tables('select customer_name as name, phone from registermain where id = $1', [home.registerMainId]),
  ).toEqual([{ name: '严改名', phone: '13700002222' }]);
  expect(await contactOf(id)).toMatchObject({ name: '严改名', contact: '严改名', phone: '13700002222' });
  expect(await contactOf(other)).toMatchObject({ name: '严改名', contact: '严改名', phone: '13900001111' });
  for (const [of, phone] of [
    [id, '13700002222'],
    [other, '13900001111'],
  ])
    for (const one of await stored(of)) expect(one).toMatchObject({ name: '严改名', phone, team: 'west' });
  expect(
    await server.tables(
      'select customer_name as name, phone, customer_service_team as team from asremind where customer_id = $1',
      [home.customerId],
    ),
  ).toEqual([{ name: '严改名', phone: '13700002222', team: 'west' }]);
});

test('a home that moves to other premises takes its contract, visits and reminders along, unless the contract is over', async () => {
  const { id, home } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const over = await contracts.sold(home, yearly.id, { startDate: '2026-11-03' });
  good(await contracts.state(over, 'terminated', { reason: '退房' }));
  await reminders.warranty(home, '2026-12-01');
  await reminders.night();
  const before = await contactOf(over);
  const premisesId = await estate('远洋名邸', 'west');
  const address = '上海市浦东新区远洋名邸1号';
  good(await cs.post(`${at}/registerMain/submit`, { id: home.registerMainId, premisesId, address }));
  await server.delivered();
  for (const one of await stored(id)) expect(one.premises).toBe(premisesId);
  for (const one of await stored(over)) expect(one.premises).toBeNull();
  expect((await contactOf(id)).address).toBe(address);
  expect(await contactOf(over)).toEqual(before);
  expect(
    await server.tables('select premises_id::text as premises from asremind where customer_id = $1', [home.customerId]),
  ).toEqual([{ premises: premisesId }]);
});

test('the night mends visits that were left behind', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const before = await stored(id);
  await server.tables("update asmaintain set phone = '1', customer_service_team = 'north' where scheme_id = $1", [id]);
  await server.app.jobs.run('planOccurrence.follow');
  expect(await stored(id)).toEqual(before);
});
