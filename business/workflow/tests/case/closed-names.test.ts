import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { hidePeopleOf } from '../../engine/view/hide-people.rules.ts';
import { chain, deploy, drawing, ok, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, store] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_store'),
];

test('only process managers see the people in a drawing', async () => {
  const one = `{"mode":"single","by":[{"type":"user","values":["${hr.id}"]}]}`;
  const version = await deploy(
    keeper,
    drawing(
      'names',
      `<startEvent id="s" /><userTask id="a" name="审" anju:assignment='${one}' />
       <userTask id="b" flowable:assignee="as_hr" flowable:candidateUsers="as_hr,as_store" />
       <userTask id="c"><extensionElements><anju:assignment>${one}</anju:assignment></extensionElements></userTask>
       <userTask id="d" />
       <endEvent id="e" />${chain('s', 'a', 'b', 'c', 'd', 'e')}`,
    ).replace('<process ', `<process anju:starters="user:${store.id}, user:${cs.id}" `),
  );
  const view = async (who: typeof cs): Promise<string> =>
    ok(await who.get('blade-flow/process/model-view', { processDefinitionId: version })).data.xml;
  const [own, kept] = [await view(cs), await view(keeper)];
  for (const name of [hr.id, store.id, 'as_hr', 'as_store']) {
    expect(kept).toContain(name);
    expect(own).not.toContain(name);
  }
  for (const node of ['name="审"', 'id="d"', 'f_a_b', 'BPMNShape']) expect(own).toContain(node);
});

test('performers in earlier undeployed drawings are hidden too', () => {
  const performers =
    '<userTask id="d"><potentialOwner><resourceAssignmentExpression><formalExpression>user(as_hr)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>';
  expect(hidePeopleOf(performers)).toBe('<userTask id="d"></userTask>');
});

test('the leave of another person is answered like a missing one', async () => {
  const processDefinitionId = await versionOf(server, 'LeaveProcess');
  const { data } = ok(
    await cs.post('blade-desk/process/leave/start-process', {
      processDefinitionId,
      taskUser: hr.id,
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-02 17:30:00',
      reason: '回老家',
    }),
  );
  const store = await server.as('as_store');
  const [there, absent] = [
    await store.get('blade-desk/process/leave/detail', { businessId: data.businessId }),
    await store.get('blade-desk/process/leave/detail', { businessId: '4' }),
  ];
  expect([there.status, there.reason, there.msg]).toEqual([absent.status, absent.reason, absent.msg]);
  expect(absent.status).toBe(404);
  ok(await cs.get('blade-desk/process/leave/detail', { businessId: data.businessId }));
});
