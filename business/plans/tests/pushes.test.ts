import { beforeEach, expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { workStepsOf } from '#kernel/server/jobs/timed-jobs.ts';
import { productActor } from '#kernel/server';
import { invariants } from '../invariants.server.ts';
import { pushRun } from '../push/run/push-run.server.ts';
import { PushSite } from '../testing/push-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PushSite.of(server);
const { plans } = site;
const yearly = await plans.contracts.template({ price: '0' });
const sms = await site.template();

/** Set the clock to a time of the company. */
const clockTo = (moment: string): void => server.clock.set(Date.parse(`${moment.replace(' ', 'T')}:00+08:00`));

// Each story has its own rules.
beforeEach(async () => {
  clockTo('2026-11-23 10:00');
  await server.tables('update aspushrule set status = 0');
});

test('one message names all visits of a customer and scene, and each of them counts it', async () => {
  const rule = await site.rule({ templateIds: [sms], offsetDays: 10, priority: 60, maxTimes: 1, repeatDays: null });
  const { id, home } = await plans.sold(yearly.id, { startDate: '2026-12-03' });
  const others = [];
  for (const day of ['2026-12-01', '2026-12-02'])
    others.push(await plans.contracts.sold(home, yearly.id, { startDate: day }));
  await Promise.all([site.run(), site.run()]);
  const pushes = await site.pushes('rule_id = $1', [rule]);
  expect(pushes.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending']);
  expect(new Set(pushes.map(({ parcel }) => parcel)).size).toBe(1);
  expect(pushes[0].content).toContain('计划在2026-12-01');
  for (const one of [id, ...others]) expect(await site.visit(one)).toMatchObject({ count: 1 });
});

test('who wants no message gets none, quiet hours wait, and an opt-out while waiting is heard', async () => {
  await site.rule({ templateIds: [sms], offsetDays: 5, priority: 70, maxTimes: 1, repeatDays: null });
  const wishes = ['usual', 'optedOut', 'black', 'off', 'quiet', 'changesMind', 'later'] as const;
  const sold = new Map<string, { id: string; customer: string; phone: string }>();
  for (const wish of wishes) {
    const { id, home } = await plans.sold(yearly.id, { startDate: '2026-11-28' });
    const [{ phone }] = await server.tables<{ phone: string }>('select phone from ascustomer where id = $1', [
      home.customerId,
    ]);
    sold.set(wish, { id, customer: home.customerId, phone });
  }
  const of = (wish: (typeof wishes)[number]) => sold.get(wish)!;
  const optOut = (wish: (typeof wishes)[number]) =>
    site.cs.post('blade-maintenance/webApi/assmsoptout/submit', { phone: of(wish).phone, optOutReason: '回复R' });
  good(await optOut('optedOut'));
  await server.tables("update ascustomer set customer_level = 'black' where id = $1", [of('black').customer]);
  await site.setting({ setLevel: 'customer', targetId: of('off').customer, enabled: false });
  for (const wish of ['quiet', 'changesMind'] as const)
    await site.setting({ setLevel: 'customer', customerId: of(wish).customer, quietFrom: '21:00', quietTo: '10:00' });
  await site.setting({ setLevel: 'scheme', schemeId: of('later').id, quietFrom: '08:00', quietTo: '20:00' });
  clockTo('2026-11-23 08:30');
  await site.run();
  const states = async () => {
    const rows = await site.pushes('customer_id = any($1::bigint[])', [[...sold.values()].map((one) => one.customer)]);
    return wishes.map((wish) => rows.find(({ customer }) => customer === of(wish).customer)?.state ?? null);
  };
  expect(await states()).toEqual(['sending', null, null, null, 'waiting', 'waiting', null]);
  expect(await site.visit(of('quiet').id)).toMatchObject({ state: 'planned', count: 0 });
  await site.atDesk(() => optOut('changesMind'));
  clockTo('2026-11-23 09:50');
  await site.run();
  expect((await states())[4]).toBe('waiting');
  clockTo('2026-11-23 10:00');
  await site.run();
  expect(await states()).toEqual(['sending', null, null, null, 'sending', 'cancelled', null]);
  expect(await site.visit(of('quiet').id)).toMatchObject({ state: 'pushed', count: 1 });
  // A customer gets one reminder a day, whatever rules say; the next day another turn is due.
  clockTo('2026-11-23 20:00');
  await site.run();
  expect((await states())[6]).toBeNull();
});

test('a channel that fails is followed by the next, and by a to-do where none is left', async () => {
  const wechat = await site.template({ pushChannel: 'wechat', templateName: '微信保养提醒' });
  const rule = await site.rule({
    templateIds: [wechat, sms],
    channels: ['app', 'wechat', 'sms', 'todo'],
    offsetDays: 3,
    priority: 80,
    maxTimes: 1,
    repeatDays: null,
  });
  const { id, home } = await plans.sold(yearly.id, { startDate: '2026-11-26' });
  await server.tables("update ascustomer set phone = '13700000000' where id = $1", [home.customerId]);
  await site.run();
  await server.delivered();
  expect(await site.pushes('rule_id = $1', [rule])).toMatchObject([{ state: 'waiting', channel: 'sms' }]);
  server.clock.pass(600_000);
  await site.run();
  expect(await site.pushes('rule_id = $1', [rule])).toMatchObject([{ state: 'sent', channel: 'todo' }]);
  const visit = await site.visit(id);
  expect(visit).toMatchObject({ count: 1 });
  const todos = await server.tables("select 1 from asmessage where biz_id = $1 and message_event = 'planTodo'", [
    visit.id,
  ]);
  expect(todos.length).toBeGreaterThan(0);
});

test('a visit whose message no channel takes is not announced', async () => {
  const wechat = await site.template({ pushChannel: 'wechat', templateName: '只有微信' });
  const rule = await site.rule({
    ...{ templateIds: [wechat], channels: ['wechat'], createTodo: true },
    ...{ offsetDays: 3, priority: 81, maxTimes: 1, repeatDays: null },
  });
  const { id } = await plans.sold(yearly.id, { startDate: '2026-11-26' });
  await site.run();
  expect(await site.pushes('rule_id = $1', [rule])).toMatchObject([{ state: 'failed' }]);
  expect(await site.visit(id)).toMatchObject({ state: 'planned', count: 0 });
});

test('visits of a suspended contract are not announced, and lose their announcement', async () => {
  const { id } = await plans.sold(yearly.id, { startDate: '2026-12-05' });
  const other = await plans.sold(yearly.id, { startDate: '2026-12-05' });
  await site.rule({ templateIds: [sms], offsetDays: 12, priority: 40 });
  good(await plans.contracts.state(other.id, 'suspended', { reason: '装修' }, plans.contracts.lead));
  await site.run();
  expect(await site.visit(id)).toMatchObject({ state: 'pushed' });
  expect(await site.visit(other.id)).toMatchObject({ state: 'planned' });
  good(await plans.contracts.state(id, 'suspended', { reason: '装修' }, plans.contracts.lead));
  expect(await site.visit(id)).toMatchObject({ state: 'planned' });
});

test('a rule that could not be carried out is refused, and names why', async () => {
  const reason = async (more: Record<string, unknown>) =>
    (await site.submitRule({ templateIds: [sms], ...more })).reason;
  const unknown = await site.template({ content: '${customerName}您好，余额${balance}' });
  const linked = await site.template({ content: '请点${link}' });
  expect(await reason({ templateIds: [unknown] })).toBe('plans.variableUnknown');
  expect(await reason({ templateIds: [linked] })).toBe('plans.linkNeedsAddress');
  expect(await reason({ channels: ['wechat'] })).toBe('plans.templateForChannel');
  expect(await reason({ channels: ['app', 'voice'] })).toBe('plans.noOpenChannel');
  expect(await reason({ sendFrom: '20:00', sendTo: '08:00' })).toBe('plans.hoursReversed');
  expect(await reason({ repeatDays: null })).toBe('plans.repeatNeeded');
  expect(await reason({ pushScene: 'onTheWay' })).toBe('plans.sceneHasNoTargets');
});

test('a visit is announced once for each turn of its rule, and its state follows the message', async () => {
  const rule = await site.rule({ templateIds: [sms], offsetDays: 14 });
  const { id } = await plans.sold(yearly.id, { startDate: '2026-12-07' });
  await site.run();
  const visit = await site.visit(id);
  expect(visit).toMatchObject({ state: 'pushed', count: 1 });
  const pushes = () => site.pushes('plan_id = $1', [visit.id]);
  expect(await pushes()).toMatchObject([
    { state: 'sending', channel: 'sms', key: `${rule}#${visit.id}#2026-12-07#0`, plan: visit.id },
  ]);
  await server.delivered();
  await Promise.all([site.run(), site.run()]);
  server.clock.pass(60_000);
  await server.app.jobs.run('messages.channels');
  expect(await pushes()).toMatchObject([{ state: 'sent' }]);
  clockTo('2026-11-29 10:00');
  await site.run();
  expect(await pushes()).toHaveLength(1);
  clockTo('2026-11-30 10:00');
  await site.run();
  expect((await pushes()).map(({ key }) => key.at(-1))).toEqual(['0', '1']);
  expect(await site.visit(id)).toMatchObject({ count: 2 });
});

test('a customer of whom no message can be made leaves the run to the others', async () => {
  const long = await site.template({ content: `${'长'.repeat(1970)}\${customerName}` });
  const terms = { offsetDays: 18, priority: 200, maxTimes: 1, repeatDays: null, createTodo: true };
  const rule = await site.rule({ ...terms, templateIds: [long] });
  const wishes = ['first', 'noPhone', 'longName', 'broken', 'last'] as const;
  const customers: string[] = [];
  for (const _ of wishes) customers.push((await plans.sold(yearly.id, { startDate: '2026-12-11' })).home.customerId);
  const [, noPhone, longName, broken] = customers;
  await server.tables('alter table ascustomer alter column phone drop not null');
  await server.tables('update ascustomer set phone = null where id = $1', [noPhone]);
  await server.tables("update ascustomer set customer_name = repeat('名', 40) where id = $1", [longName]);
  await server.tables("update asmaintain set customer_name = repeat('名', 40) where customer_id = $1", [longName]);
  await server.tables(
    `alter table asschemepush add constraint broken_customer check (customer_id <> ${broken} or push_status = 'failed') not valid`,
  );
  await site.run();
  const states = async () => {
    const rows = await site.pushes('rule_id = $1', [rule]);
    return customers.map((id) => {
      const found = rows.find(({ customer }) => customer === id);
      return found ? [found.state, found.reason] : null;
    });
  };
  expect(await states()).toEqual([
    ['sending', null],
    ['failed', expect.stringContaining('客户没有手机号')],
    ['failed', expect.stringContaining('消息超过2000字')],
    null,
    ['sending', null],
  ]);
  // The fault is gone: the next run makes up for it.
  await server.tables('alter table asschemepush drop constraint broken_customer');
  await site.run();
  expect((await states())[3]).toEqual(['sending', null]);
});

test('a waiting push that cannot be sent fails, and the others leave', async () => {
  await site.rule({ templateIds: [sms], offsetDays: 19, priority: 300, maxTimes: 1, repeatDays: null });
  const customers: string[] = [];
  for (let one = 0; one < 3; one += 1) {
    const { home } = await plans.sold(yearly.id, { startDate: '2026-12-12' });
    customers.push(home.customerId);
    await site.setting({ setLevel: 'customer', customerId: home.customerId, quietFrom: '21:00', quietTo: '11:00' });
  }
  const states = async () => {
    const rows = await site.pushes('customer_id = any($1::bigint[])', [customers]);
    return customers.map((id) => rows.find(({ customer }) => customer === id)?.state);
  };
  await site.run();
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
  await server.tables(
    `alter table asschemepush add constraint broken_customer check (customer_id <> ${customers[1]} or push_status in ('waiting', 'failed')) not valid`,
  );
  clockTo('2026-11-23 11:00');
  await site.run();
  expect(await states()).toEqual(['sending', 'failed', 'sending']);
  await server.tables('alter table asschemepush drop constraint broken_customer');
});

test('a run that is cut off in a step sends nothing twice, and the next one makes it up', async () => {
  const rule = await site.rule({ templateIds: [sms], offsetDays: 16, priority: 400, maxTimes: 1, repeatDays: null });
  const sold: { id: string; home: { customerId: string } }[] = [];
  for (let one = 0; one < 4; one += 1) sold.push(await plans.sold(yearly.id, { startDate: '2026-12-09' }));
  for (const { home } of sold.slice(2))
    await site.setting({ setLevel: 'customer', customerId: home.customerId, quietFrom: '21:00', quietTo: '10:30' });
  const actor = productActor(server.app, { tenantId: '000000', zone: 'Asia/Shanghai' }, 'run');
  const steps = workStepsOf(server.app, actor);
  /** Run until a step, which does its work and is lost before its commit. */
  const cutOffAt = async (last: number): Promise<boolean> => {
    let at = 0;
    const error = new Error('cut off');
    const step: typeof steps.step = (work) =>
      steps.step(async (context) => {
        if (at > last) throw error;
        const done = await work(context);
        at += 1;
        if (at > last) throw error;
        return done;
      });
    return pushRun({ step, each: () => Promise.reject(error) }).then(
      () => false,
      (thrown: unknown) => {
        expect(thrown).toBe(error);
        return true;
      },
    );
  };
  const own = async () =>
    server.tables<{ state: string; messages: number; count: number }>(
      `select p.push_status as state, (select count(*)::int from assmslog l where l.customer_id = p.customer_id) as messages, m.push_count as count
       from asschemepush p join asmaintain m on m.id = p.plan_id where p.rule_id = $1 and p.customer_id = any($2::bigint[]) order by p.customer_id`,
      [rule, sold.map(({ home }) => home.customerId)],
    );
  // The first three steps see the hours, find nothing that waits, and push: the third one is lost whole.
  expect(await cutOffAt(2)).toBe(true);
  expect(await own()).toEqual([]);
  let cuts = 0;
  while (await cutOffAt(cuts)) cuts += 1;
  expect(cuts).toBeGreaterThan(2);
  const [sent, waits] = [
    { state: 'sending', messages: 1, count: 1 },
    { state: 'waiting', messages: 0, count: 0 },
  ];
  expect(await own()).toEqual([sent, sent, waits, waits]);
  clockTo('2026-11-23 10:30');
  expect(await cutOffAt(1)).toBe(true);
  expect(await own()).toEqual([sent, sent, waits, waits]);
  await Promise.all([site.run(), site.run()]);
  expect(await own()).toEqual([sent, sent, sent, sent]);
});

test('pushes and visits hold their invariants', async () => {
  for (const { code, sql } of invariants) expect(await server.tables(sql, ['000000']), code).toEqual([]);
});
