import { expect, test } from 'vitest';
import {
  PUBLIC,
  expectNoSecrets,
  expectOnly,
  openGuest,
  sendGuestForm,
  sentFields,
  wordsOf,
} from '#business/customers/testing/guest-pages.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { planPage } from '../reply/plan-page.server.ts';
import { PlanSite } from '../testing/plan-site.ts';
import { PushSite } from '../testing/push-site.ts';

const server = await openTestServer(import.meta.url, { env: { PUBLIC_URL: PUBLIC } });
const site = await PlanSite.of(server);
const { contracts } = site;
const yearly = await contracts.template({ price: '0' });

/** Make a link to a visit, as a message does. Return its path. */
const linkTo = async (id: string): Promise<string> =>
  String(await server.work('as_cs', (context) => context.guestLink('plan', id))).slice(PUBLIC.length);

const words = async (path: string): Promise<string> => wordsOf((await openGuest(server, path)).text);

/** Reply by the form of the page. Return the status of the answer. */
async function reply(path: string, answer: string, more: Record<string, string> = {}): Promise<number> {
  const page = (await openGuest(server, path)).text;
  return (await sendGuestForm(server, path, 'reply', { ...sentFields(page, 'reply', answer), ...more })).status;
}

/** Sell a contract whose first visit is due from tomorrow on. Return the visit, its contract and its link. */
async function due(): Promise<{ id: string; schemeId: string; path: string }> {
  const { id: schemeId } = await site.sold(yearly.id, { startDate: '2026-11-25' });
  const [first] = await site.plans(schemeId);
  return { id: first.id, schemeId, path: await linkTo(first.id) };
}

const first = async (schemeId: string) => (await site.plans(schemeId))[0];

test('a customer agrees to a day of the window, which books the visit once', async () => {
  const { id, schemeId, path } = await due();
  expect(await words(path)).toMatch(/该上门保养了.*第 1 次.*末三位.*11月25日 至 12月5日 之间/);
  expect(await words(`${path}?lang=en`)).toContain('A maintenance visit is due');
  const page = (await openGuest(server, path)).text;
  const form = { ...sentFields(page, 'reply', 'agree'), day: '2026-11-27', slot: 'am1' };
  expect((await sendGuestForm(server, path, 'reply', { ...form, day: '2026-12-08' })).status).toBe(400);
  // A Sunday is no working day.
  expect((await sendGuestForm(server, path, 'reply', { ...form, day: '2026-11-29' })).status).toBe(400);
  const sent = await Promise.all([1, 2, 3].map(() => sendGuestForm(server, path, 'reply', form)));
  expect(sent.map((one) => one.status)).toEqual([303, 303, 303]);
  expect(await first(schemeId)).toMatchObject({
    planStatus: 'booked',
    customerReply: 'agree',
    expectDate: '2026-11-27',
  });
  expect(await words(path)).toMatch(/约在11月27日 08:30-10:30.*您选了11月27日 08:30-10:30/);
  const log = await server.tables("select 1 from asactionlog where biz_id = $1 and operator_name = '客户'", [id]);
  expect(log).toHaveLength(1);
});

test('the last reply counts: it takes a booking back, and the to-do follows it', async () => {
  const { id, schemeId, path } = await due();
  const day = { day: '2026-11-26', slot: 'pm1' };
  expect(await reply(path, 'agree', day)).toBe(303);
  expect(await reply(path, 'later')).toBe(303);
  expect(await first(schemeId)).toMatchObject({ planStatus: 'planned', customerReply: 'later', expectDate: '' });
  const todos = () =>
    server.tables<{ done: boolean }>(
      "select done_time is not null as done from asmessage where biz_id = $1 and message_event = 'planTodo' order by id",
      [id],
    );
  const open = (await todos()).filter((one) => !one.done).length;
  expect(open).toBeGreaterThan(0);
  expect(await words(path)).toContain('您想改到别的时间，我们会联系您');
  expect(await reply(path, 'agree', day)).toBe(303);
  expect(await first(schemeId)).toMatchObject({ planStatus: 'booked', expectDate: '2026-11-26' });
  expect((await todos()).filter((one) => !one.done)).toEqual([]);
  expect(await reply(path, 'refuse')).toBe(303);
  expect(await words(path)).toContain('您这次不需要保养');
  expect(await reply(path, 'wrong')).toBe(303);
  expect(await first(schemeId)).toMatchObject({ planStatus: 'planned', customerReply: 'wrong' });
  // Staff agree on the phone: the page no longer shows the reply of the link.
  good(await site.act('book', id, { expectDate: '2026-11-30' }));
  expect(await words(path)).not.toContain('您说信息不对');
  expect(await words(path)).toContain('约在11月30日');
});

test('a reply marks the message as read over whose link it came', async () => {
  const pushes = await PushSite.of(server, site);
  const { id, path } = await due();
  const sms = await pushes.template();
  good(
    await pushes.cs.post('blade-maintenance/webApi/asschemepush/schemeManualPush', {
      planIds: [id],
      channels: ['sms'],
      templateId: sms,
    }),
  );
  const state = () => server.tables('select push_status as state, read_time is not null as read from asschemepush');
  expect(await reply(path, 'later')).toBe(303);
  expect(await state()).toEqual([{ state: 'sending', read: false }]);
  await server.delivered();
  server.clock.pass(60_000);
  await server.app.jobs.run('messages.channels');
  expect(await state()).toEqual([{ state: 'sent', read: false }]);
  expect(await reply(path, 'wrong')).toBe(303);
  expect(await state()).toEqual([{ state: 'read', read: true }]);
});

test('a suspended, an arranged, a done, a skipped and a late visit say so, and take no reply', async () => {
  const { id, schemeId, path } = await due();
  const form = { reply: 'later', turn: 'x' };
  const closed = async (says: string): Promise<void> => {
    expect(await words(path)).toContain(says);
    const page = await sendGuestForm(server, path, 'reply', { ...form, turn: says });
    expect([page.status, wordsOf(page.text).includes('这次保养现在不能答复')]).toEqual([409, true]);
  };
  good(await contracts.state(schemeId, 'suspended', { reason: '装修' }, contracts.lead));
  await closed('服务暂停，这次先不上门');
  good(await contracts.state(schemeId, 'active'));
  good(await site.act('skip', id, { skipReason: '出国' }));
  await closed('这次保养已取消');
  good(await site.act('restore', id));
  good(await site.act('register', id));
  await closed('上门已经安排了');
  const { registrationFormId } = await first(schemeId);
  good(await contracts.judge(await contracts.served(registrationFormId!), 'pass'));
  await closed('这次保养做好了');

  const late = await due();
  await server.tables("update asmaintain set window_to = '2026-11-23' where id = $1", [late.id]);
  expect(await words(late.path)).toContain('约的时间过了，我们会联系您');
  expect((await sendGuestForm(server, late.path, 'reply', form)).status).toBe(409);
});

test('a link ends thirty days after its visit, in the wording of every closed door', async () => {
  const { schemeId, path } = await due();
  good(await contracts.state(schemeId, 'terminated', { reason: '搬走' }));
  expect(await words(path)).toContain('这次保养已取消');
  server.clock.pass(31 * 86_400_000);
  const ended = await openGuest(server, path);
  expect([ended.status, wordsOf(ended.text).includes('这个链接打不开')]).toEqual([404, true]);
  server.clock.pass(-31 * 86_400_000);
});

test('the page of a visit shows no phone, no address, no id and no name', async () => {
  const { id, path } = await due();
  expectOnly(
    await server.work('as_cs', (context) => planPage(context, id)),
    'company servicePhone headline subject when answers words at mayReply days slots key label turn',
  );
  const [row] = await server.tables<Record<string, string>>(
    `select p.phone, s.address, p.customer_name as name, p.plan_no as no, s.scheme_no as "schemeNo", s.contact_name as contact
     from asmaintain p join asscheme s on s.id = p.scheme_id where p.id = $1`,
    [id],
  );
  await expectNoSecrets(server, path, Object.values(row));
});

test('a reply and a registration at the same time leave one of the two', async () => {
  const { id, schemeId, path } = await due();
  const page = (await openGuest(server, path)).text;
  const form = { ...sentFields(page, 'reply', 'agree'), day: '2026-11-27', slot: 'am1' };
  const [answer] = await Promise.all([
    sendGuestForm(server, path, 'reply', form),
    site.act('register', id, { expectDate: '2026-11-30' }),
  ]);
  const row = await first(schemeId);
  expect([303, 409]).toContain(answer.status);
  expect(row.planStatus).toBe('booked');
  if (answer.status === 409) expect(row.registrationFormId).not.toBe('');
});
