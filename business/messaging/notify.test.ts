import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { notifyCustomer, notifyStaff, todoDone } from './notify.service.ts';

const server = await openTestServer(import.meta.url);
const [cs, east, west] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_dispatcher', { who: 'west', teams: ['south'] }),
];
const at = 'blade-maintenance/webApi';

const template = {
  templateCode: 'appointed',
  templateName: '预约',
  smsScene: 'appoint',
  content: '${name}您好，师傅将于${from}上门',
  isMarketing: false,
};
const messagesOf = async (who: typeof cs, query = {}) =>
  (await who.get(`${at}/asmessage/list`, query)).data.records as Record<string, string>[];
const about = {
  event: 'visitRefused',
  title: ['技师拒单', 'Turned down'],
  content: '请改派',
  bizType: 'task',
  bizId: '77',
  bizNo: 'RW1',
  todo: true,
} as const;

test('a team’s dispatcher gets one message for a repeated event; other teams get none; everybody sees only own ones', async () => {
  for (const _ of [1, 2])
    await server.work('as_cs', (context) =>
      context.call(notifyStaff, { ...about, to: { roles: ['as_dispatcher'], team: 'east' } }),
    );
  expect(await messagesOf(east)).toMatchObject([
    { title: '技师拒单', content: '请改派', bizNo: 'RW1', isTodo: true, doneTime: '' },
  ]);
  expect(await messagesOf(east.inEnglish())).toMatchObject([{ title: 'Turned down', content: '请改派' }]);
  expect((await east.inEnglish().get(`${at}/asmessage/recent`)).data.todos).toMatchObject([
    { title: 'Turned down', content: '请改派' },
  ]);
  expect(await messagesOf(west)).toEqual([]);
  const boss = await server.as('administrator');
  expect(await messagesOf(boss)).toEqual([]);
  await server.work('as_cs', (context) =>
    context.call(notifyStaff, { ...about, to: { roles: ['as_dispatcher'], team: 'east' }, again: 2 }),
  );
  expect(await messagesOf(east)).toHaveLength(2);
});

test('a to-do whose transition has happened is done and read', async () => {
  await server.work('as_cs', (context) => context.call(todoDone, { bizId: '77' }));
  for (const one of await messagesOf(east)) expect(one.doneTime).not.toBe('');
});

test('a customer gets the template of the scene once; without a template nothing is written', async () => {
  const say = (again: string, phone = '13811112222') =>
    server.work('as_cs', (context) =>
      context.call(notifyCustomer, {
        scene: 'appoint',
        customerId: '0',
        phone,
        bizType: 'task',
        bizId: '5',
        variables: { name: '王女士', from: again },
        again,
      }),
    );
  const log = async () => (await cs.get(`${at}/assmslog/list`)).data.records as Record<string, string>[];
  await say('08-01 09:00');
  expect(await log()).toEqual([]);
  expect((await cs.post(`${at}/assms/submit`, template)).body).toMatchObject({ code: 200 });
  await say('08-01 09:00');
  await say('08-01 09:00');
  expect(await log()).toMatchObject([{ content: '王女士您好，师傅将于08-01 09:00上门', phone: '138****2222' }]);
});

test('an opted-out phone gets no messages, with the reason in the log; no phone gets more than ten a day', async () => {
  const say = (n: number, phone: string) =>
    server.work('as_cs', (context) =>
      context.call(notifyCustomer, {
        scene: 'appoint',
        customerId: '0',
        phone,
        bizType: 'task',
        bizId: String(100 + n),
        variables: { name: `王${n}`, from: '明天' },
      }),
    );
  await cs.post(`${at}/assmsoptout/submit`, { phone: '13900001111', optOutReason: '客户回复R' });
  await say(1, '13900001111');
  for (let n = 0; n < 11; n += 1) await say(n, '13900002222');
  const blocked = async (who: typeof cs) =>
    (await who.get(`${at}/assmslog/list`, { smsStatus: 'blocked', size: '50' })).data.records as Record<
      string,
      string
    >[];
  expect((await blocked(cs)).map((row) => [row.phone, row.failReason]).toSorted()).toEqual([
    ['139****1111', '客户已退订'],
    ['139****2222', '该号码当日已达10条上限'],
  ]);
  expect((await blocked(cs.inEnglish())).map((row) => row.failReason).toSorted()).toEqual([
    'The customer wants no messages',
    'This number had its 10 messages of the day',
  ]);
});
