import type { Follower } from '#kernel/server';
import { type ParcelEvents, parcelFollowers } from '../parcel-followers.server.ts';
import { storedText, textIn } from '#kernel/language/label.ts';
import { createServer } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { GatewayChannel } from '#kernel/server/ports/channels/gateway.ts';
import type { SimulatedChannel } from '#kernel/server/ports/channels/simulator.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { smsLog } from './sms-log.paper.ts';
import { staffMessage } from '../staff/staff-message.paper.ts';
import { notifyCustomer, pushCustomer } from '../notify.service.ts';

const server = await openTestServer(import.meta.url);
const [cs, dispatcher, leader] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_leader'),
];
const boss = await server.as('administrator');
const at = 'blade-maintenance/webApi';
const sms = server.app.channels.sms as SimulatedChannel;
let count = 0;

const make = async (smsScene: string, content: string, more = {}) =>
  (
    await boss.post(`${at}/assms/submit`, {
      templateCode: `${smsScene}${++count}`,
      templateName: smsScene,
      smsScene,
      content,
      isMarketing: false,
      ...more,
    })
  ).data;
const code = await make('code', '${name}您好，验收码${code}');
await make('repair', '${name}您好，报修${no}已收到');
const log = async (phone: string) =>
  (
    await server.tables<{ id: string; sms_status: string; fail_reason: string | null; content: string }>(
      'select id::text as id, sms_status, fail_reason, content from assmslog where phone = $1 order by id',
      [phone],
    )
  ).map((row) => ({ ...row, fail_reason: textIn(row.fail_reason ?? '', 'zh') }));
const say = (phone: string, again: string) =>
  server.work('as_cs', (context) =>
    context.call(notifyCustomer, {
      scene: 'code',
      customerId: '0',
      phone,
      bizType: 'task',
      bizId: '1',
      variables: { name: '王', code: '482913' },
      again,
    }),
  );
const handed = (phone: string) => [...sms.handed.values()].filter((one) => one.to === phone);
const delivered = (): Promise<void> => server.delivered();
const messagesOf = (who: typeof cs, messageEvent: string) =>
  server.work('as_cs', (context) => context.find(staffMessage, { messageEvent, receiverId: who.id }, { limit: 50 }));

/** Return the id of a new customer with a wish about advertising. */
async function wishing(phone: string, receiveMarketing: boolean | null): Promise<string> {
  const { data } = await cs.post(`${at}/ascustomer/submit`, {
    customerName: '吴女士',
    phone,
    addressDetail: `上海市锦绣路${phone}弄`,
    customerServiceTeam: 'east',
    receiveMarketing,
  });
  return data.id;
}

/** Return a new repair form of a customer. */
async function formOf(customerId: string): Promise<string> {
  const more = { repairType: 'floorHeat', faultCategory: 'noHeat', description: '不热', newFile: true };
  return (await cs.post(`${at}/asrepairform/submit`, { customerId, ...more })).data.id;
}

beforeEach(() => server.clock.set(Date.parse('2026-11-23T02:00:00Z')));

test('a message is sent once and arrives, and the log has no code', async () => {
  await say('13700001234', 'a');
  await Promise.all([delivered(), delivered(), delivered()]);
  expect(handed('13700001234')).toEqual([{ to: '13700001234', text: '王您好，验收码482913' }]);
  expect(await log('13700001234')).toMatchObject([{ sms_status: 'sent', content: '王您好，验收码******' }]);
  await server.app.jobs.run('messages.channels');
  expect((await log('13700001234'))[0].sms_status).toBe('sent');
  server.clock.pass(60_000);
  for (const _ of [1, 2]) await server.app.jobs.run('messages.channels');
  expect((await log('13700001234'))[0].sms_status).toBe('arrived');
});

test('a broken connection is retried, an invalid number is not, and an unreachable one fails', async () => {
  for (const phone of ['13700009999', '13700000000', '13700008888']) await say(phone, 'b');
  await delivered();
  expect((await log('13700009999'))[0].sms_status).toBe('waiting');
  expect((await log('13700000000'))[0]).toMatchObject({ sms_status: 'failed', fail_reason: '空号' });
  server.clock.pass(10_000);
  await delivered();
  expect(handed('13700009999')).toHaveLength(1);
  await server.app.jobs.run('messages.channels');
  expect((await log('13700009999'))[0].sms_status).toBe('sent');
  expect((await log('13700008888'))[0]).toMatchObject({ sms_status: 'failed', fail_reason: '用户关机或不在服务区' });
});

test('an opt-out that arrives before a queued message leaves stops it', async () => {
  // The first attempts of these numbers fail.
  const phones = ['13711119999', '13722229999'];
  for (const phone of phones) await say(phone, 'c');
  await delivered();
  expect((await cs.post(`${at}/assmsoptout/submit`, { phone: phones[0], optOutReason: '回复R' })).status).toBe(200);
  server.clock.pass(10_000);
  await delivered();
  expect(phones.map((phone) => handed(phone).length)).toEqual([0, 1]);
  expect(await log(phones[0])).toMatchObject([{ sms_status: 'blocked', fail_reason: '客户已退订' }]);
});

test('a message that waited for hours fails, unless it is being sent at this moment', async () => {
  const [lost, late] = ['13733339999', '13744449999'];
  for (const phone of [lost, late]) await say(phone, 'd');
  await delivered();
  const [{ id }] = await log(late);
  server.clock.pass(4 * 3_600_000);
  let isOver = false;
  let tick = Promise.resolve();
  await server.work('as_cs', async (context) => {
    await context.sql.query('select id from assmslog where id = $1 for no key update', [id]);
    tick = server.app.jobs.run('messages.channels').finally(() => (isOver = true));
    await vi.waitFor(async () => {
      const waiting = await server.tables('select 1 from pg_locks where not granted');
      expect(isOver || waiting.length > 0).toBe(true);
    });
    await context.change(smsLog, id, { smsStatus: 'sent', providerMsgId: 'late', sendTime: context.now() });
  });
  await tick;
  expect((await log(lost))[0]).toMatchObject({ sms_status: 'failed', fail_reason: '渠道长时间无响应' });
  expect((await log(late))[0]).toMatchObject({ sms_status: 'sent', fail_reason: '' });
});

test('a new form notifies customer service and the customer; acceptance completes the to-do', async () => {
  const { data } = await cs.post(`${at}/asrepairform/submit`, {
    customerName: '陈女士',
    phone: '13700005678',
    address: '上海市锦绣路7弄',
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    urgency: 'safety',
    newCustomer: true,
    newFile: true,
  });
  for (const _ of [1, 2]) await delivered();
  expect(await messagesOf(boss, 'repairSubmitted')).toEqual([]);
  const [mine] = (await messagesOf(cs, 'repairSubmitted')).filter((one) => one.bizId === data.id);
  expect(mine).toMatchObject({ title: storedText(['新报修待受理', 'New repair request to accept']), doneTime: null });
  expect((await messagesOf(leader, 'repairSubmitted')).map((one) => one.bizId)).toContain(data.id);
  expect(handed('13700005678')).toMatchObject([{ text: expect.stringContaining('陈女士您好，报修BX') }]);
  await cs.post(`${at}/asrepairform/update`, { id: data.id, action: 'accept' });
  await delivered();
  expect((await messagesOf(cs, 'repairSubmitted')).find((one) => one.bizId === data.id)!.doneTime).not.toBeNull();
});

test('an urge reaches the team’s dispatcher; its answer completes the to-do', async () => {
  const { data: form } = await cs.post(`${at}/asrepairform/submit`, {
    customerName: '周先生',
    phone: '13700005679',
    address: '上海市锦绣路8弄',
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    newCustomer: true,
    newFile: true,
    then: 'accept',
  });
  const { data } = await cs.post(`${at}/asurgevisit/submit`, {
    repairFormId: form.id,
    urgeLevel: 'push',
    content: '快来',
  });
  await delivered();
  expect((await messagesOf(dispatcher, 'urge')).map((one) => one.bizId)).toContain(data.id);
  await cs.post(`${at}/asurgevisit/submit`, { id: data.id, handleResult: '下午到' });
  await delivered();
  expect((await messagesOf(dispatcher, 'urge')).find((one) => one.bizId === data.id)!.doneTime).not.toBeNull();
});

test('a manual message is previewed; missing values are refused by name; identical text waits five minutes', async () => {
  const { data: form } = await cs.post(`${at}/asrepairform/submit`, {
    customerName: '吴女士',
    phone: '13700005680',
    address: '上海市锦绣路9弄',
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    newCustomer: true,
    newFile: true,
  });
  const care = await make('care', '${name}您好，我们已收到您在${address}的报修');
  const shown = (await cs.get(`${at}/assms/smsList`, { scene: 'care', bizType: 'repair', bizId: form.id })).data;
  expect(shown).toMatchObject([{ preview: '吴女士您好，我们已收到您在上海市锦绣路9弄的报修', missing: [] }]);
  const send = (templateId: string, more = {}) =>
    cs.post(`${at}/assms/sendSms`, { templateId, bizType: 'repair', bizId: form.id, ...more });
  expect((await send(code.id)).reason).toBe('maintenance.variableMissing');
  expect((await send(care.id)).data).toMatchObject({ blocked: [] });
  expect((await send(care.id)).data).toMatchObject({ sent: [], blocked: [{ reason: '5分钟内已发送相同内容' }] });
  expect((await send(care.id, { phones: 'abc' })).reason).toBe('maintenance.phonesWrong');
  const advert = await make('care', '${name}您好，保养八折', { isMarketing: true });
  expect((await send(advert.id)).data.blocked).toMatchObject([{ reason: '客户未同意接收营销信息' }]);
});

test('advertising by hand goes only to customers who agreed, also to a typed number and until it leaves', async () => {
  const advert = await make('care', '${name}您好，保养八折，拒收请回复R', { isMarketing: true });
  const [yes, no, silent] = ['13755550001', '13755550002', '13755550003'];
  const wanting = await wishing(yes, true);
  const own = await formOf(wanting);
  const [refused, unasked] = [await formOf(await wishing(no, false)), await formOf(await wishing(silent, null))];
  const adverts = (phone: string) => handed(phone).filter(({ text }) => text.includes('八折'));
  const send = async (formId: string, more = {}) => {
    const { data } = await cs.post(`${at}/assms/sendSms`, {
      templateId: advert.id,
      bizType: 'repair',
      bizId: formId,
      ...more,
    });
    return [data.sent.length, data.blocked.map((one: { reason: string }) => one.reason)];
  };
  const unwanted = '客户未同意接收营销信息';
  expect(await send(refused)).toEqual([0, [unwanted]]);
  expect(await send(unasked)).toEqual([0, [unwanted]]);
  // A typed number is that of the customer who has it. An unknown number has no agreement.
  expect(await send(own, { phones: `${no} 13755559999` })).toEqual([0, [unwanted, unwanted]]);
  expect(await send(refused, { phones: yes })).toEqual([1, []]);
  await delivered();
  expect(adverts(yes)).toHaveLength(1);
  // The customer changes the wish while the message waits for its provider.
  server.clock.pass(6 * 60_000);
  expect(await send(own)).toEqual([1, []]);
  await server.tables('update ascustomer set receive_marketing = false where id = $1', [wanting]);
  await delivered();
  expect(adverts(yes)).toHaveLength(1);
  expect((await log(yes)).at(-1)).toMatchObject({ sms_status: 'blocked', fail_reason: unwanted });
  // A notice of the service needs no such wish.
  const notice = await make('care', '${name}您好，师傅已出发', {});
  expect(await send(refused, { templateId: notice.id })).toEqual([1, []]);
});

test('hundreds of messages without a receipt leave newer and older ones their turn', async () => {
  const sent = (rows: number, phone: string, age: string) =>
    server.tables(
      `insert into assmslog (id, tenant_id, create_time, update_time, phone, sms_scene, push_channel, sms_status, content, provider_msg_id, send_time)
       select next_id(0), '000000', $3::timestamptz - $4::interval, $3, $2, 'care', 'sms', 'sent', '好', 'sms-' || n || '-' || right($2, 4), $3::timestamptz - $4::interval from generate_series(1, $1) n`,
      [rows, phone, new Date(server.clock.ms()), age],
    );
  await sent(250, '13766667770', '3 hours');
  await sent(1, '13766661111', '2 hours');
  await sent(250, '13766667770', '1 hour');
  await say('13766662222', 'e');
  await delivered();
  server.clock.pass(60_000);
  await server.app.jobs.run('messages.channels');
  expect(await log('13766662222')).toMatchObject([{ sms_status: 'arrived' }]);
  for (let minute = 0; minute < 60 && (await log('13766661111'))[0].sms_status === 'sent'; minute += 1) {
    server.clock.pass(60_000);
    await server.app.jobs.run('messages.channels');
  }
  expect(await log('13766661111')).toMatchObject([{ sms_status: 'arrived' }]);
  expect(new Set((await log('13766667770')).map((one) => one.sms_status))).toEqual(new Set(['sent']));
});

test('a scene with many enabled templates sends the newest one', async () => {
  for (let n = 1; n <= 25; n += 1) await make('redo', `第${n}版：\${name}您好`);
  await server.work('as_cs', (context) =>
    context.call(notifyCustomer, {
      scene: 'redo',
      customerId: '0',
      phone: '13777771234',
      bizType: 'task',
      bizId: '1',
      variables: { name: '王' },
    }),
  );
  await delivered();
  expect(handed('13777771234').map(({ text }) => text)).toEqual(['第25版：王您好']);
});

test('a remote provider gets its own format; faults are distinguished from refusals', async () => {
  const seen: string[] = [];
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { to, ids } = JSON.parse(body) as { to?: string; ids?: string[] };
      seen.push(`${request.url} ${request.headers.authorization}`);
      if (ids) return response.end(JSON.stringify(ids.map((id) => ({ id, arrived: true }))));
      response.statusCode = to === '1' ? 200 : to === '2' ? 400 : 503;
      response.end(JSON.stringify(to === '1' ? { id: 77 } : { reason: '黑名单' }));
    });
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  const channel = new GatewayChannel(
    `http://127.0.0.1:${(provider.address() as { port: number }).port}/sms/`,
    'secret',
  );
  const send = (to: string) => channel.send({ key: to, to, sign: '安居', template: null, text: '好' });
  expect([await send('1'), await send('2')]).toEqual([{ id: '77' }, { refused: '黑名单' }]);
  await expect(send('3')).rejects.toThrow('503');
  expect(await channel.receipts([{ id: '77', sent: 0 }])).toEqual([{ id: '77', arrived: true, reason: null }]);
  expect(seen).toContain('/sms Bearer secret');
  provider.close();
});

test('a pushed message goes over the channel of its template, advertising too, and its end is followed in order of sort', async () => {
  const pay = await make('care', '${name}您好，换季检测开始 ${link} 拒收请回复R', { isMarketing: true });
  const stopped = await make('care', '${name}您好', { enabled: false });
  const wechat = await make('care', '${name}您好', { pushChannel: 'wechat' });
  const seen: string[] = [];
  const follower = (name: string, sort: number): Follower<ParcelEvents> => ({
    name,
    sort,
    on: {
      async settled(_context, { row: { dedupeKey, smsStatus } }) {
        if (dedupeKey?.startsWith('push#')) seen.push(`${name} ${dedupeKey} ${smsStatus}`);
      },
    },
  });
  const both = (what: string): string[] => [`first ${what}`, `second ${what}`];
  const customerId = await wishing('13700007777', true);
  const push = (template: { id: string }, key: string, phone = '13700007777') =>
    server.work('as_cs', (context) =>
      context.call(pushCustomer, {
        templateId: template.id,
        key,
        customerId,
        phone,
        bizType: 'base',
        bizId: '1',
        variables: { name: '王', link: 'https://anju/c/1/secret' },
        shown: { link: '…' },
      }),
    );
  await server.contributing(parcelFollowers, [follower('second', 2), follower('first', 1)], async () => {
    const [one, again] = [await push(pay, 'k1'), await push(pay, 'k1')];
    expect(again).toEqual(one);
    expect(one).toMatchObject({ state: 'queued' });
    await delivered();
    expect(handed('13700007777').map(({ text }) => text)).toEqual([
      '王您好，换季检测开始 https://anju/c/1/secret 拒收请回复R',
    ]);
    expect((await log('13700007777')).map(({ content }) => content)).toEqual(['王您好，换季检测开始 … 拒收请回复R']);
    expect(seen).toEqual([]);
    server.clock.pass(60_000);
    for (const _ of [1, 2]) await server.app.jobs.run('messages.channels');
    expect(seen.splice(0)).toEqual(both('push#k1 arrived'));
    expect(await push(stopped, 'k2')).toEqual({ state: 'templateDisabled' });
    expect(await push(wechat, 'k3')).toEqual({ state: 'notBound' });
    // Advertising at night is blocked, and its sender is informed in the same transaction.
    server.clock.set(Date.parse('2026-11-23T14:00:00Z'));
    expect(await push(pay, 'k4', '13700007778')).toMatchObject({ state: 'blocked' });
    expect(seen).toEqual(both('push#k4 blocked'));
  });
});
