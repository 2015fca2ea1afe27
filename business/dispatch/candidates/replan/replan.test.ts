import { beforeEach, expect, test } from 'vitest';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { openBench } from '#business/workbench/testing/bench-site.ts';
import { BoardSite } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [cs, dispatcher, leader, admin] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_leader'),
  await server.as('administrator'),
];
const site = new BoardSite(server, null as never, { cs, dispatcher, admin });
const bench = openBench(server);

// Monday 09:10 in Shanghai.
beforeEach(() => server.clock.set(Date.parse('2026-11-23T01:10:00Z')));

const ok = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};
const rowsOf = async (pile: string) => (await bench.list(leader)).rows.filter((row) => row.pile === pile);

test('an overlap names who is free, and one verb gives the later visit to that technician', async () => {
  const wei = await site.hire('wei', '魏东来');
  const [first, second] = [await site.order(), await site.order()];
  await site.sent(first, wei, 13, 60);
  const late = await site.sent(second, wei, 14, 60);
  expect(await rowsOf('overlappingVisits')).toEqual([]);
  await server.tables(
    "update asoccupancy set occupy_from = occupy_from - interval '30 minutes' where dispatch_list_id = $1",
    [late.visitId],
  );
  await server.tables("update dispatchlist set plan_start = plan_start - interval '30 minutes' where id = $1", [
    late.visitId,
  ]);
  const [alone] = await rowsOf('overlappingVisits');
  expect(alone).toMatchObject({
    id: late.visitId,
    who: '魏东来',
    due: '2026-11-23 13:30:00',
    fact: '和前一单重叠 30分，同班没有人那时有空',
  });
  expect(alone.verbs.map(({ call }) => call)).toEqual(['', '']);
  await site.hire('sun', '孙磊');
  await site.hire('west', '西班', { customerServiceTeam: 'west' });
  const [row] = await rowsOf('overlappingVisits');
  expect(row.fact).toBe('和前一单重叠 30分，孙磊 13:30 有空');
  const [{ call, label, sends }] = row.verbs;
  expect(label[0]).toBe('改派给孙磊');
  ok(await leader.post(call, Object.fromEntries(sends.map(({ name, value }) => [name, value]))));
  expect(await rowsOf('overlappingVisits')).toEqual([]);
  const visits = await server.tables<{ name: string }>(
    "select t.real_name as name from dispatchlist v join astechnician t on t.id = v.technician_id where v.registration_form_id = $1 and v.task_status = 'pendingAccept'",
    [second.id],
  );
  expect(visits).toEqual([{ name: '孙磊' }]);
  expect((await bench.list(await server.as('as_leader', { teams: ['west'], who: 'west-leader' }))).rows).toEqual([]);
});

test('a certificate that ends before the visit is named while there is time to give it to somebody who has one', async () => {
  const gas = ok(
    await admin.post(`${at}/asskill/submit`, {
      skillCode: 'gas',
      skillName: '燃气',
      systemType: 'boiler',
      needCertificate: true,
    }),
  ).data.id as string;
  const held = (expireDate: string) => ({ skills: [{ skillId: gas, level: 3, expireDate }] });
  const luo = await site.hire('luo', '罗成', held('2027-11-30'));
  await site.hire('qian', '钱立军', held('2027-11-30'));
  const order = await site.order();
  await server.tables('update asregistrationform set required_skill_ids = $2::bigint[] where id = $1', [
    order.id,
    [gas],
  ]);
  const { visitId } = await site.sent(order, luo, 15, 60);
  expect(await rowsOf('uncertifiedVisits')).toEqual([]);
  await server.tables(
    "update astechnician set skills = jsonb_set(skills, '{0,expireDate}', '\"2026-11-19\"') where id = $1",
    [luo],
  );
  const [row] = await rowsOf('uncertifiedVisits');
  expect(row).toMatchObject({ id: visitId, who: '罗成', fact: '11-23 没有有效的燃气证书，钱立军 15:00 有空' });
  expect(row.verbs[0].label[0]).toBe('改派给钱立军');
});
