import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { SetClock } from '../time/clock.ts';
import { IN_TURN, Outbox } from './outbox.ts';

const server = await openTestServer(import.meta.url);
const open = (): Promise<{ event: string; tries: number; dead: unknown }[]> =>
  server.tables("select event, tries, dead from anju_outbox where done is null and event like 'story.%' order by id");

/** Store undelivered events of a company, one for each row in this order, as if transactions had ended long ago. */
const queue = (tenantId: string, event: string, rows: readonly string[]): Promise<unknown> =>
  server.tables(
    `insert into anju_outbox (id, tenant_id, event, data, at, tries)
     select next_id($1), $2, $3, jsonb_build_object('id', r.id, 'n', r.n), to_timestamp($1 / 1000.0), 0 from unnest($4::text[]) with ordinality as r(id, n) order by r.n`,
    [server.clock.ms(), tenantId, event, rows],
  );

/** Tenant of a second company: the database of this test has one only. */
const OTHER = '300001';

describe('events are delivered', () => {
  it('to one company soon, though another has thousands of events waiting', async () => {
    await server.tables(
      "insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, create_time, update_time) values (next_id($1), $2, $2, '管理员', 'Asia/Shanghai', now(), now())",
      [server.clock.ms(), OTHER],
    );
    const before: string[] = [];
    let delivered = 0;
    server.app.outbox.subscribe('story.many', async () => {
      delivered++;
    });
    server.app.outbox.subscribe('story.few', async (context) => {
      before.push(`${context.tenantId}: ${delivered < 200 ? 'soon' : delivered}`);
    });
    await server.app.outbox.stop();
    await queue(
      '000000',
      'story.many',
      Array.from({ length: 3_000 }, (_, n) => String(n)),
    );
    await queue(OTHER, 'story.few', ['1', '2']);
    server.app.outbox.start(server.app);
    await expect.poll(() => before, { timeout: 60_000 }).toEqual([`${OTHER}: soon`, `${OTHER}: soon`]);
    await expect.poll(() => delivered, { timeout: 120_000 }).toBe(3_000);
  });
  it('several at once, and a slow one delays the events of its row only', async () => {
    const stuck = Promise.withResolvers<void>();
    const heard: string[] = [];
    server.app.outbox.subscribe('story.slow', async (context, { data }) => {
      if (data.id === 'stuck' && data.n === 1) await stuck.promise;
      heard.push(`${context.tenantId} ${data.id}.${data.n}`);
    });
    await queue('000000', 'story.slow', ['stuck', 'stuck', 'free', 'free']);
    await queue(OTHER, 'story.slow', ['other']);
    server.app.outbox.kick();
    await expect
      .poll(() => heard.toSorted(), { timeout: 30_000 })
      .toEqual(['000000 free.3', '000000 free.4', `${OTHER} other.1`]);
    stuck.resolve();
    await expect.poll(() => heard.filter((one) => one.includes('stuck'))).toEqual(['000000 stuck.1', '000000 stuck.2']);
  });
  it('that come during a slow delivery do not wait for it, and those of its row do', async () => {
    const begun = Promise.withResolvers<void>();
    const stuck = Promise.withResolvers<void>();
    const heard: string[] = [];
    server.app.outbox.subscribe('story.meanwhile', async (context, { data }) => {
      if (data.id === 'stuck' && data.n === 1) {
        begun.resolve();
        await stuck.promise;
      }
      heard.push(`${context.tenantId} ${data.id}.${data.n}`);
    });
    await queue('000000', 'story.meanwhile', ['stuck']);
    server.app.outbox.kick();
    await begun.promise;
    await queue('000000', 'story.meanwhile', ['free', 'stuck']);
    await queue(OTHER, 'story.meanwhile', ['other']);
    server.app.outbox.kick();
    await expect.poll(() => heard.toSorted(), { timeout: 30_000 }).toEqual(['000000 free.1', `${OTHER} other.1`]);
    stuck.resolve();
    await expect
      .poll(() => heard.filter((one) => one.includes('stuck')), { timeout: 30_000 })
      .toEqual(['000000 stuck.1', '000000 stuck.2']);
  });
  it('in the order of each row, whichever of two servers delivers', async () => {
    const heard = new Map<string, number[]>();
    const listen = async (_context: unknown, { data }: { data: Readonly<Record<string, unknown>> }): Promise<void> => {
      heard.set(String(data.id), [...(heard.get(String(data.id)) ?? []), Number(data.n)]);
    };
    const next = new Outbox();
    for (const one of [server.app.outbox, next]) one.subscribe('story.row', listen);
    const rows = Array.from({ length: 300 }, (_, n) => `row ${n % 7}`);
    await queue('000000', 'story.row', rows);
    next.start(server.app);
    server.app.outbox.kick();
    await expect.poll(() => [...heard.values()].flat().length, { timeout: 60_000 }).toBe(rows.length);
    await next.stop();
    for (const [row, order] of heard) expect(order, row).toEqual(order.toSorted((one, other) => one - other));
  });
  it('once to each subscriber, after the commit', async () => {
    const heard: unknown[] = [];
    server.app.outbox.subscribe('story.told', async (_context, { data }) => {
      heard.push(data.n);
    });
    await server.work('as_admin', (context) => context.emit('story.told', { n: 1 }));
    await server
      .work('as_admin', async (context) => {
        await context.emit('story.told', { n: 2 });
        throw new Error('taken back');
      })
      .catch(() => {});
    await server.delivered();
    await server.app.outbox.deliver();
    expect(heard).toEqual([1]);
    expect(await open()).toEqual([]);
  });
  it('at the moment of the event, also after a failure, where the clock follows the events', async () => {
    await server.app.outbox.stop();
    const now = server.clock.ms();
    const heard: string[] = [];
    const next = new Outbox();
    next.subscribe('story.past', async (context, { data }) => {
      heard.push(`${data.id} ${context.now()}`);
      if (data.id === 'failing' && heard.length < 3) throw new Error('not yet');
    });
    server.clock.set(Date.parse('2026-03-01T09:30:00+08:00'));
    await queue('000000', 'story.past', ['failing', 'working']);
    server.clock.set(now);
    next.start(server.app, { clockOf: (eventMs) => new SetClock(eventMs) });
    await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(3);
    await next.stop();
    expect(heard.toSorted()).toEqual([
      'failing 2026-03-01 09:30:00',
      'failing 2026-03-01 09:30:02',
      'working 2026-03-01 09:30:00',
    ]);
    expect(await open()).toEqual([]);
  });
  it('by the next server where the first one died after the commit', async () => {
    await server.app.outbox.stop();
    await server.work('as_admin', (context) => context.emit('story.crash', { n: 3 }));
    expect(await open()).toHaveLength(1);
    const heard: unknown[] = [];
    const begun = Promise.withResolvers<void>();
    const next = new Outbox();
    next.subscribe('story.crash', async (_context, { data }) => {
      begun.resolve();
      await delay(100);
      heard.push(data.n);
    });
    next.start(server.app);
    await begun.promise;
    await next.deliver();
    expect(heard).toEqual([3]);
    await next.stop();
    expect(await open()).toEqual([]);
  });
  it('repeatedly to a failing subscriber, ever more rarely, until they are given up with a reason', async () => {
    let tries = 0;
    const next = new Outbox();
    next.subscribe('story.deaf', async () => {
      tries++;
      throw new Error('nobody there');
    });
    Object.assign(server.app, { report: () => {} });
    await server.work('as_admin', (context) => context.emit('story.deaf', {}));
    next.start(server.app);
    await next.deliver();
    await next.deliver();
    expect(tries).toBe(1);
    for (let n = 0; n < 12; n++) {
      server.clock.pass(3_700_000);
      await next.deliver();
    }
    await next.stop();
    const [row] = await server.tables(
      "select tries, error, dead is not null as dead from anju_outbox where event = 'story.deaf'",
    );
    expect(row).toEqual({ tries: 12, error: 'nobody there', dead: true });
  });
});

it('投递一条事件只看它那一行，不翻已办完的 a delivery reads the waiting events of its row alone', async () => {
  await server.app.outbox.stop();
  await queue(
    '000000',
    'story.walked',
    Array.from({ length: 2_000 }, (_, n) => String(n)),
  );
  await server.tables("update anju_outbox set done = now() where event = 'story.walked'");
  const plan = await server.app.db.read({ tenantId: '000000', zone: 'Asia/Shanghai' }, async (sql) => {
    await sql.query("set local plan_cache_mode = 'force_generic_plan'");
    await sql.query(`prepare in_turn (bigint, text, timestamptz) as ${IN_TURN}`);
    return sql.query<{ 'QUERY PLAN': string }>("explain execute in_turn (1, '000000', now())");
  });
  const conditions = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Index Cond'));
  expect(
    conditions.some((line) => line.includes('row_key = o.row_key')),
    conditions.join('\n'),
  ).toBe(true);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on anju_outbox');
});
