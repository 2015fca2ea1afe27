import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import {
  type Employment,
  employedWithinSql,
  isEmployedWithin,
} from '#business/masterdata/people/technician/employment.rules.ts';

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

test('code and SQL give the same answer on which days a technician is employed', async () => {
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

test('nobody is offered, shown on the board or sent after the last day', async () => {
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
