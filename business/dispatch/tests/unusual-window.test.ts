import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';

const setAhead = async (days: string): Promise<void> => {
  await server.tables("delete from blade_param where param_key = 'as.dispatch.aheadDays'");
  await server.tables(
    "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id(1), '000000', 'x', 'as.dispatch.aheadDays', $1, now(), now())",
    [days],
  );
  server.app.ports.forget('000000');
};
await setAhead('60');

const planned = async (n: number, window: { planStart: string; planEnd: string }, more = {}) => {
  const { dispId } = await site.sent(n, `时间${n}`);
  const [{ id }] = await server.tables<{ id: string }>(
    'select id::text as id from dispatchlist where disp_id = $1 and is_deleted = 0',
    [dispId],
  );
  return site.dispatcher.post('blade-maintain/dispatchList/submit', { id, ...window, ...more });
};

test.each([
  [8, 'past', { planStart: '2026-11-20 09:00:00', planEnd: '2026-11-20 10:00:00' }],
  [9, 'ahead', { planStart: '2027-01-25 09:00:00', planEnd: '2027-01-25 10:00:00' }],
] as const)('a visit is planned %i %s with a reason alone, which the visit keeps', async (n, kind, window) => {
  const refused = await planned(n, window);
  expect([refused.status, refused.reason, refused.data.needForce], refused.msg).toEqual([
    409,
    'maintenance.timeConflict',
    true,
  ]);
  expect(refused.data.conflicts.map((one: { kind: string }) => one.kind)).toContain(kind);
  const { data } = good(await planned(n + 2, window, { force: true, forceReason: '补录' }));
  expect(data).toMatchObject({ forced: true, forceReason: '补录' });
});

test('the company sets the days ahead that a visit is usual', async () => {
  const [order] = await server.tables<{ id: string }>(
    'select registration_form_id::text as id from asdispatchform limit 1',
  );
  const verdict = async (day: string): Promise<string[]> =>
    good(
      await site.dispatcher.get(`${at}/asdispatchform/verdict`, {
        registrationFormId: order.id,
        technicianId: site.technicianId,
        from: `${day} 09:00:00`,
        to: `${day} 10:00:00`,
      }),
    ).data.conflicts.map((one: { kind: string }) => one.kind);
  expect(await verdict('2026-12-10')).not.toContain('ahead');
  await setAhead('10');
  expect(await verdict('2026-12-10')).toContain('ahead');
});
