import { beforeEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const dispatcher = await server.as('as_dispatcher');
const at = 'blade-maintenance/webApi';
const MINUTE = 60_000;
let count = 0;

/** Create an accepted form with its registration. */
async function accepted(): Promise<{ formId: string; orderId: string }> {
  count += 1;
  const body = {
    customerName: `客户${count}`,
    phone: `1381111${String(2000 + count)}`,
    address: `上海市浦东新区锦绣路${count}弄1号`,
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    newCustomer: true,
    newFile: true,
    then: 'accept',
  };
  const { data } = await cs.post(`${at}/asrepairform/submit`, body);
  return { formId: data.id, orderId: data.registrationFormId };
}

const order = async (id: string) => (await cs.get(`${at}/asregistrationform/detail/${id}`)).data;
const urged = async (repairFormId: string): Promise<string> =>
  (await cs.post(`${at}/asurgevisit/submit`, { repairFormId, urgeLevel: 'push', content: '什么时候来？' })).data.id;
const urgeState = async (id: string): Promise<string> =>
  (await cs.get(`${at}/asurgevisit/detail`, { id })).data.urgeStatus;

beforeEach(() => server.clock.set(Date.parse('2026-11-23T02:00:00Z')));

test('a due hold ends automatically, once; later and unlimited ones stay', async () => {
  const [due, later, open] = [await accepted(), await accepted(), await accepted()];
  const hold = (id: string, holdUntil?: string) =>
    dispatcher.post(`${at}/asregistrationform/submit`, { id, action: 'hold', holdReason: 'parts', holdUntil });
  await hold(due.orderId, '2026-11-23 10:30:00');
  await hold(later.orderId, '2026-11-23 18:00:00');
  await hold(open.orderId);
  await server.app.jobs.run('registration.release');
  expect((await order(due.orderId)).registerStatus).toBe('waiting');
  server.clock.pass(31 * MINUTE);
  await Promise.all([server.app.jobs.run('registration.release'), server.app.jobs.run('registration.release')]);
  expect(await order(due.orderId)).toMatchObject({ registerStatus: 'registered', holdReason: '', holdUntil: '' });
  for (const one of [later, open]) expect((await order(one.orderId)).registerStatus).toBe('waiting');
  const history = (await cs.get(`${at}/asregistrationform/history`, { id: due.orderId })).data as {
    action: string;
    by: string;
  }[];
  expect(history.filter((one) => one.action === 'release')).toMatchObject([{ by: '系统' }]);
});

test('an urge not answered within half a working hour goes to the leader; an answered one does not', async () => {
  const { formId } = await accepted();
  const leader = await server.as('as_leader');
  const [late, early] = [await urged(formId), await urged(formId)];
  await cs.post(`${at}/asurgevisit/submit`, { id: early, handleResult: '下午到' });
  await server.app.jobs.run('urge.escalate');
  expect(await urgeState(late)).toBe('open');
  server.clock.pass(31 * MINUTE);
  await server.app.jobs.run('urge.escalate');
  expect([await urgeState(late), await urgeState(early)]).toEqual(['escalated', 'handled']);
  expect((await cs.post(`${at}/asurgevisit/submit`, { id: late, handleResult: '马上' })).status).toBe(403);
  expect(await server.tables('select assign_to::text as who from asurgevisit where id = $1', [late])).toEqual([
    { who: leader.id },
  ]);
  expect((await leader.post(`${at}/asurgevisit/submit`, { id: late, handleResult: '我亲自去' })).data.urgeStatus).toBe(
    'handled',
  );
});

test('answered urges of ended orders are closed at night; unanswered ones stay open', async () => {
  const [ended, going] = [await accepted(), await accepted()];
  const [answered, unanswered, other] = [
    await urged(ended.formId),
    await urged(ended.formId),
    await urged(going.formId),
  ];
  for (const id of [answered, other]) await cs.post(`${at}/asurgevisit/submit`, { id, handleResult: '已联系' });
  await server.app.jobs.run('urge.closeEnded');
  expect(await urgeState(answered)).toBe('handled');
  await cs.post(`${at}/asrepairform/update`, { id: ended.formId, action: 'cancel', cancelReason: 'self' });
  await server.app.jobs.run('urge.closeEnded');
  await server.app.jobs.run('urge.closeEnded');
  expect([await urgeState(answered), await urgeState(unanswered), await urgeState(other)]).toEqual([
    'closed',
    'open',
    'handled',
  ]);
});

test('the timer of one tenant changes nothing of a tenant that has ended', async () => {
  const { formId } = await accepted();
  const id = await urged(formId);
  server.clock.pass(31 * MINUTE);
  await server.tables("update blade_tenant set status = 0 where tenant_id = '000000'");
  await server.app.jobs.run('urge.escalate');
  expect(await server.tables('select urge_status from asurgevisit where id = $1', [id])).toEqual([
    { urge_status: 'open' },
  ]);
  await server.tables("update blade_tenant set status = 1 where tenant_id = '000000'");
});
