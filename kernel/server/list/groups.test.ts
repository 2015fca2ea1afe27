import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer, type TestCaller } from '#kernel/testing/test-server.ts';
import { papers } from '../../../server/assemble.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('administrator');
const of = papers.get('repairForm')!;
const groups = async (caller: TestCaller, query: Record<string, string>): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      (await caller.get('blade-core/groups', { paper: of.name, ...query })).data.groups as {
        label: string;
        count: number;
      }[]
    ).map(({ label, count }) => [label, count]),
  );

test('groups count the rows that match filters and keyword, in the language of the reader and the order of the dictionary', async () => {
  for (const urgency of ['high', 'normal', 'high']) await saved(server, of, { urgency, description: '分组的故事' });
  await saved(server, of, { urgency: 'high', description: '别的' });
  const query = { groupBy: 'urgency', keyword: '分组的故事' };
  expect(await groups(admin, query)).toEqual({ 一般: 1, 紧急: 2 });
  expect(Object.keys(await groups(admin, query))).toEqual(['一般', '紧急']);
  expect(Object.keys(await groups(admin.inEnglish(), query))).toEqual(['Normal', 'Urgent']);
  expect(await groups(admin, { ...query, urgency: 'normal' })).toEqual({ 一般: 1 });
  const [month] = Object.keys(await groups(admin, { ...query, groupBy: 'createTime' }));
  expect(month).toMatch(/^\d{4}-\d\d$/);
  const [day] = Object.keys(await groups(admin, { ...query, groupBy: 'createTime', groupUnit: 'day' }));
  expect(day).toMatch(new RegExp(`^${month}-\\d\\d$`));
});

test('a reader with fewer rows counts fewer, and hidden fields make no groups', async () => {
  const team = await saved(server, of, { customerServiceTeam: 'east', description: '东区的一单' });
  expect(team.id).toBeTruthy();
  const query = { groupBy: 'customerServiceTeam', keyword: '东区的一单' };
  expect(Object.values(await groups(admin, query))).toEqual([1]);
  const technician = await server.as('as_technician', { who: 'groups' });
  expect(await groups(technician, query)).toEqual({});
  for (const groupBy of ['phone', 'description', 'address', 'nonsense', 'id', 'tenantId', '__proto__'])
    expect(await admin.get('blade-core/groups', { paper: of.name, groupBy }), groupBy).toMatchObject({
      status: 400,
      reason: 'row.noGroups',
    });
  expect((await admin.get('blade-core/groups', { paper: 'nothing', groupBy: 'urgency' })).status).toBe(400);
  expect((await technician.get('blade-core/groups', { paper: 'wageSheet', groupBy: 'wagePeriod' })).status).not.toBe(
    200,
  );
});

test('sums of a group are those of all its rows, for the columns that the reader may see', async () => {
  const registration = papers.get('registration')!;
  const made = await Promise.all(
    ['30', '45', '60'].map((stdMinutes, at) =>
      saved(server, registration, { stdMinutes, urgency: at === 2 ? 'normal' : 'high' }),
    ),
  );
  const query = { paper: registration.name, groupBy: 'urgency', id_in: made.map(({ id }) => id).join(',') };
  const answer = await admin.get('blade-core/groups', query);
  const sums = Object.fromEntries(
    (answer.data.groups as { key: string; count: number; sums: Record<string, string> }[]).map(
      ({ key, count, sums: of }) => [key, [count, of.stdMinutes]],
    ),
  );
  expect(sums, JSON.stringify(answer)).toEqual({ high: [2, '75'], normal: [1, '60'] });
});
