import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import {
  type Employment,
  employedWithinSql,
  isEmployedWithin,
} from '#business/masterdata/people/technician/employment.rules.ts';

import { invariants } from '../invariants.server.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const LAST = '2026-11-23';
const AFTER = '2026-11-24';

await server.tables('update astechnician set hire_date = $2, leave_date = $3 where id = $1', [
  site.otherId,
  '2020-01-01',
  LAST,
]);

test('code and SQL agree on the days a technician is employed', async () => {
  const people: Employment[] = ['on', 'left', null].flatMap((technicianStatus) =>
    [null, '2026-11-10', LAST, '2026-12-31'].map((leaveDate) => ({
      technicianStatus,
      hireDate: '2026-11-10',
      leaveDate,
    })),
  );
  const spans = [
    ['2026-11-01', '2026-11-09'],
    ['2026-11-01', '2026-11-10'],
    [LAST, LAST],
    [AFTER, '2026-11-30'],
  ] as const;
  for (const [from, to] of spans) {
    const rows = await server.tables<{ here: boolean }>(
      `select ${employedWithinSql('t', '$2::date', '$3::date')} as here from jsonb_to_recordset($1::jsonb) as t(n int, technician_status text, hire_date date, leave_date date) order by n`,
      [
        JSON.stringify(
          people.map((one, n) => ({
            n,
            technician_status: one.technicianStatus,
            hire_date: one.hireDate,
            leave_date: one.leaveDate,
          })),
        ),
        from,
        to,
      ],
    );
    expect(rows.map(({ here }) => here)).toEqual(people.map((one) => isEmployedWithin(one, from, to)));
  }
});

test('after the last day a technician is not proposed, shown on the board or dispatched', async () => {
  const { dispId } = await site.sent(17, '最后一天');
  const { registrationFormId } = good(await site.dispatcher.get(`${at}/asdispatchform/detail`, { id: dispId })).data;
  const offered = async (date: string): Promise<unknown[]> =>
    (
      good(await site.dispatcher.get(`${at}/asdispatchform/getUsers`, { registrationFormId, date })).data as {
        technicianId: string;
      }[]
    ).map((one) => one.technicianId);
  expect(await offered(LAST)).toContain(site.otherId);
  expect(await offered(AFTER)).not.toContain(site.otherId);
  const rows = async (date: string): Promise<string> =>
    JSON.stringify(
      good(await site.dispatcher.get(`${at}/asdispatchform/technicianList`, { from: date, to: date })).data,
    );
  expect(await rows(LAST)).toContain(site.otherId);
  expect(await rows(AFTER)).not.toContain(site.otherId);
  const refused = await site.dispatcher.post('blade-maintenance/webApi/asdispatchform/updateUser', {
    dispId,
    technicianId: site.otherId,
    planStart: `${AFTER} 10:00:00`,
    planEnd: `${AFTER} 11:00:00`,
    reason: '改派',
    force: true,
    forceReason: '客户要求',
  });
  expect(refused.status, JSON.stringify(refused.body)).toBe(409);
  expect(JSON.stringify(refused.body)).toContain('不在职');
});

test('a last day before open visits is refused with their numbers, for lead and crew', async () => {
  const { id, dispId } = await site.sent(10, '还有任务');
  const [{ no }] = await server.tables<{ no: string }>('select task_no as no from dispatchlist where id = $1', [id]);
  await server.tables(
    'insert into asoccupancy (id, tenant_id, technician_id, dispatch_list_id, occupy_from, occupy_to, is_open, create_time, update_time) select next_id(1), tenant_id, $2, dispatch_list_id, occupy_from, occupy_to, true, now(), now() from asoccupancy where dispatch_list_id = $1 limit 1',
    [id, site.otherId],
  );
  const keeper = await server.as('administrator', { who: 'staff' });
  const leave = (technicianId: string, leaveDate: string) =>
    keeper.post(`${at}/astechnician/update`, { id: technicianId, leaveDate });
  for (const technicianId of [site.technicianId, site.otherId]) {
    const before = await server.tables('select leave_date, version from astechnician where id = $1', [technicianId]);
    const refused = await leave(technicianId, '2026-11-22');
    expect([refused.status, refused.reason], refused.msg).toEqual([409, 'maintenance.workAfterLastDay']);
    expect(refused.msg).toContain(no);
    expect(refused.data.nos).toContain(no);
    expect(refused.data.to).toContain(id);
    expect(refused.data.fields).toMatchObject([{ field: 'leaveDate' }]);
    expect(
      (await keeper.inEnglish().post(`${at}/astechnician/update`, { id: technicianId, leaveDate: '2026-11-22' })).msg,
    ).toContain(no);
    expect(await server.tables('select leave_date, version from astechnician where id = $1', [technicianId])).toEqual(
      before,
    );
  }
  // The technician may leave the company on the day of the visit itself.
  good(await leave(site.technicianId, LAST));
  expect(dispId).toBeTruthy();
});

test('the invariant of technicians checks the day, not the state', async () => {
  const [rule] = invariants.filter((one) => one.code === 'D10');
  const broken = async (): Promise<string[]> =>
    (await server.tables<{ words: string }>(rule.sql.replace('$1', "'000000'").replaceAll('$1', "'000000'"))).map(
      (one) => one.words,
    );
  expect(await broken()).toEqual([]);
  await server.tables("update astechnician set leave_date = '2026-11-22', technician_status = 'on' where id = $1", [
    site.technicianId,
  ]);
  expect((await broken()).join()).toContain('not employed');
  await server.tables('update astechnician set leave_date = $2 where id = $1', [site.technicianId, LAST]);
  await server.tables("update astechnician set technician_status = 'left' where id = $1", [site.technicianId]);
  expect(await broken()).toEqual([]);
});
