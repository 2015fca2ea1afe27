import { type CompletionEvents, completionFollowers } from '../completion/followers/completion-followers.server.ts';
import { refuse } from '../refusals.ts';
import { type OrderEvents, orderFollowers } from '#business/intake/registration/followers/order-followers.server.ts';
import type { Follower } from '#kernel/server';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const [lead, leader, manager] = [
  await server.as('as_cs_lead'),
  await server.as('as_leader'),
  await server.as('as_manager'),
];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const judge = (ids: string, result: string, who = lead) =>
  who.post(`${at}/ascompletionregistration/backConfirm`, { ids, result, reason: '复核' });
const machines = (customerId: string) =>
  server.tables<Record<string, string>>(
    'select serial_no as serial, equipment_status as state, install_position as position, install_date::text as installed, last_maintain_date::text as maintained, is_deleted as gone from asequipment where customer_id = $1 order by id',
    [customerId],
  );

/** Create a confirmed completion of a home with one machine. */
async function passed(
  hour: number,
  name: string,
  lines: Record<string, unknown>,
  header: Record<string, unknown> = {},
  type = 'repair',
): Promise<{ id: string; customerId: string; registerMainId: string }> {
  const of = await site.working(hour, name);
  await server.tables('update asregistrationform set receipts_type = $2 where id = $1', [of.registrationFormId, type]);
  const [row] = await server.tables<{ customerId: string; registerMainId: string; equipmentId: string }>(
    'select r.customer_id::text as "customerId", r.register_main_id::text as "registerMainId", e.equipment_id::text as "equipmentId" from asregistrationform r join asregistrationequipment e on e.registration_form_id = r.id where r.id = $1',
    [of.registrationFormId],
  );
  await server.tables("update asequipment set serial_no = $2, install_position = '设备间' where id = $1", [
    row.equipmentId,
    `ALT-${hour}`,
  ]);
  const done = good(
    await site.completed(
      of,
      { equipment: [{ equipmentId: row.equipmentId, equipmentName: '混水中心', qty: '1', ...lines }] },
      header,
    ),
  ).data;
  good(await leader.post(`${D}/confirm`, { ids: of.id }));
  good(await judge(done.id, 'pass'));
  return { id: done.id, ...row };
}

test('a replaced machine retains its row; repeated confirmations create one new machine', async () => {
  const of = await passed(
    9,
    '换整机的客户',
    { replacedBySerial: 'NEU-9', equipmentStatus: 'normal' },
    { serviceMeasure: 'replaceUnit' },
  );
  const both = [
    { serial: 'ALT-9', state: 'replaced' },
    { serial: 'NEU-9', state: 'normal', position: '设备间', installed: '2026-11-23' },
  ];
  expect(await machines(of.customerId)).toMatchObject(both);
  good(await judge(of.id, 'reopen', manager));
  good(await judge(of.id, 'pass'));
  expect(await machines(of.customerId)).toMatchObject(both);
  // The completion is reopened and corrected: the machine was repaired, not replaced.
  good(await judge(of.id, 'reopen', manager));
  const [line] = good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: of.id })).data.equipment;
  good(
    await lead.post(`${at}/ascompletionregistration/updateEquipment`, {
      completionId: of.id,
      lines: [{ ...line, replacedBySerial: null }],
    }),
  );
  good(await judge(of.id, 'pass'));
  expect(await machines(of.customerId)).toMatchObject([
    { serial: 'ALT-9', state: 'normal', gone: 0 },
    { serial: 'NEU-9', gone: 1 },
  ]);
});

test('a confirmed maintenance updates machine, customer and service file; reopening it reverts them', async () => {
  const of = await passed(12, '保养的客户', { equipmentStatus: 'normal' }, {}, 'maintain');
  expect(await machines(of.customerId)).toMatchObject([{ state: 'normal', maintained: '2026-11-23' }]);
  const known = async () => [
    (await site.admin.get(`${at}/ascustomer/detail`, { id: of.customerId })).data,
    (await site.admin.get(`${at}/registerMain/detail`, { id: of.registerMainId })).data,
  ];
  expect(await known()).toMatchObject([
    { serviceCount: 1, lastServiceTime: expect.stringMatching(/^2026-11-23/) },
    { lastServiceTime: expect.stringMatching(/^2026-11-23/) },
  ]);
  good(await judge(of.id, 'reopen', manager));
  expect(await known()).toMatchObject([{ serviceCount: 0, lastServiceTime: '' }, { lastServiceTime: '' }]);
});

test('rooms follow an order and its completion in the same transaction, in order of sort; a refusal ends the whole', async () => {
  const seen: string[] = [];
  const refusing = new Set<string>();
  const noting = (name: string, event: string) => async (): Promise<void> => {
    seen.push(`${name} ${event}`);
    if (refusing.has(event)) throw refuse.notAllowed();
  };
  const orders = (name: string, sort: number): Follower<OrderEvents> => ({
    name,
    sort,
    on: {
      registered: noting(name, 'registered'),
      coverChanged: noting(name, 'coverChanged'),
      moved: async (_context, { by }) => noting(name, `moved ${by}`)(),
    },
  });
  const completions = (name: string, sort: number): Follower<CompletionEvents> => ({
    name,
    sort,
    on: Object.fromEntries(
      ['submitted', 'sentBack', 'passed', 'redone', 'reopened'].map((event) => [event, noting(name, event)]),
    ),
  });
  const taken = (event: string): string[] => {
    const found = seen.filter((one) => one.endsWith(` ${event}`));
    seen.splice(0);
    return found;
  };
  const both = (event: string): string[] => [`first ${event}`, `second ${event}`];
  const follow = <R>(work: () => Promise<R>): Promise<R> =>
    server.contributing(orderFollowers, [orders('second', 20), orders('first', 10)], () =>
      server.contributing(completionFollowers, [completions('second', 20), completions('first', 10)], work),
    );
  const state = async (id: string): Promise<string> =>
    (
      await server.tables<{ state: string }>(
        'select complete_status as state from ascompletionregistration where id = $1',
        [id],
      )
    )[0].state;
  await follow(async () => {
    const of = await site.working(18, '跟随的客户');
    expect(taken('registered')).toEqual(both('registered'));
    const done = good(await site.completed(of)).data;
    expect(seen).toEqual(expect.arrayContaining(both('moved visit')));
    expect(taken('submitted')).toEqual(both('submitted'));
    good(
      await lead.post(`${at}/ascompletionregistration/submit`, {
        id: done.id,
        action: 'cover',
        weibao: 'goodwill',
        reason: '老客户',
      }),
    );
    expect(taken('coverChanged')).toEqual(both('coverChanged'));
    good(await leader.post(`${D}/confirm`, { ids: of.id }));
    refusing.add('passed');
    expect((await judge(done.id, 'pass')).status).toBe(403);
    expect([await state(done.id), taken('passed')]).toEqual(['submitted', ['first passed']]);
    refusing.clear();
    good(await judge(done.id, 'pass'));
    expect(taken('passed')).toEqual(both('passed'));
    good(await judge(done.id, 'reopen', manager));
    expect(taken('reopened')).toEqual(both('reopened'));
    good(await judge(done.id, 'refill'));
    expect(taken('sentBack')).toEqual(both('sentBack'));
    good(await site.man.post(`${at}/ascompletionregistration/act`, { id: done.id, action: 'submit' }));
    expect(taken('submitted')).toEqual(both('submitted'));
    good(await judge(done.id, 'redo'));
    expect(taken('redone')).toEqual(both('redone'));
  });
});

test('the rate of lasting fixes is calculated at night', async () => {
  await server.tables(
    "update ascompletionregistration set first_fix = (visit_result = 'done'), receipts_type = 'repair'",
  );
  await passed(15, '修了两次的客户', { equipmentStatus: 'normal' });
  await server.tables("update ascompletionregistration set first_fix = false where customer_name = '修了两次的客户'");
  await server.app.jobs.run('completion.firstFix');
  const [{ n, held }] = await server.tables<{ n: number; held: number }>(
    "select count(*)::int as n, count(*) filter (where first_fix)::int as held from ascompletionregistration where complete_status = 'confirmed'",
  );
  expect(n).toBeGreaterThan(held);
  expect(
    Number((await site.admin.get(`${at}/astechnician/detail`, { id: site.technicianId })).data.firstFixRate),
  ).toBeCloseTo(held / n, 3);
});
