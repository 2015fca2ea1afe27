import { describe, expect, it } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { lockOrder } from '../../../server/assemble.ts';
import { LockWatch } from './lock-watch.ts';
import { Transaction } from '../write/transaction.ts';

const server = await openTestServer(import.meta.url);
const ranks = server.app.lockOrder;

describe('the one order of locks', () => {
  it('names each paper of the product once, and rows above a row come before it', () => {
    const papers = lockOrder.flatMap((place) => ('paper' in place ? [place] : []));
    expect(new Set(papers.map((one) => one.paper)).size).toBe(papers.length);
    const places = new Map(papers.map((one, at) => [one.paper, at]));
    for (const { paper, under = [] } of papers)
      for (const declared of under) {
        const [field, other] = declared.split('=');
        const above = other ? other.split('.')[0] : server.app.papers.get(paper)!.fields[field].paper!;
        expect(places.get(above), `${paper} under ${above}`).toBeLessThan(places.get(paper)!);
      }
  });
  it('is followed by a transaction that begins with the lowest row: rows above it are locked first', async () => {
    const watch = new LockWatch(ranks);
    const piece = await saved(server, server.app.papers.get('completion')!);
    await server.work('as_admin', async (context) => {
      const trail = watch.begun();
      const { locks: held } = context as Transaction;
      await context.lockRows(server.app.papers.get('completion')!, [piece.id]);
      for (const table of ['ascustomer', 'asregistrationform', 'asdispatchform', 'dispatchlist']) {
        const [row] = await server.tables<{ id: string }>(
          `select a.id::text as id from ${table} a, ascompletionregistration c where c.id = $1 and a.id in (c.customer_id, c.registration_form_id, c.disp_id, c.dispatch_list_id)`,
          [piece.id],
        );
        expect(held.isLocked(table, row.id, 'change'), table).toBe(true);
      }
      trail.note('select 1');
    });
    expect(server.app.lockWatch!.inversions).toBeGreaterThan(0);
  });
  it('is watched while tests run: a lock out of order is found, whatever statement takes it', () => {
    const id = (n: number): string => `45626142228480500${n}`;
    const found = (...statements: readonly (readonly [string, unknown[]?])[]): number => {
      const watch = new LockWatch(ranks);
      const trail = watch.begun();
      for (const [text, values] of statements) trail.note(text, values);
      return watch.found.length;
    };
    const visit = ['select t.id from dispatchlist t where t.id = $1 for no key update of t', [id(1)]] as [
      string,
      unknown[],
    ];
    const order = (n: number) =>
      ['select 1 from asregistrationform where id = $1 for no key update', [id(n)]] as [string, unknown[]];
    const sheet = ['update aswagesheet s set version = 1 where id = $1', [id(5)]] as [string, unknown[]];
    expect(found(order(2), visit, sheet)).toBe(0);
    expect(found(visit, order(2))).toBe(1);
    expect(found(sheet, visit)).toBe(1);
    expect(found(order(2), visit, order(2)), 'held already').toBe(0);
    expect(found(order(2), visit, order(3)), 'another row of the same table').toBe(1);
    expect(
      found(visit, ['select pg_advisory_xact_lock(hashtextextended($1, 0))', ['000000 anything']]),
      'a word comes before all rows',
    ).toBe(1);
    expect(
      found(['update asdispatchformdetails t set version = 1 where id = $1', [id(4)]]),
      'a line without its header',
    ).toBe(1);
  });
});

describe('the moment of a change', () => {
  it('is taken after the lock, and is never before the last change by others', async () => {
    const { id } = await saved(server, customer);
    const moments = async (): Promise<{ update: string; log: string }> =>
      (
        await server.tables<{ update: string; log: string }>(
          'select c.update_time::text as update, (select max(at)::text from anju_audit where row_id = c.id) as log from ascustomer c where id = $1',
          [id],
        )
      )[0];
    let second: Promise<unknown> = Promise.resolve();
    const ready = Promise.withResolvers<void>();
    await server.work('as_admin', async (first) => {
      await first.lockRows(customer, [id]);
      second = server.work('as_admin', async (context) => {
        // The transaction reads its time before it waits for the lock. Its write after the wait must have a later time.
        context.now();
        ready.resolve();
        await context.change(customer, id, { remark: '后到' });
      });
      await ready.promise;
      server.clock.pass(5000);
      await first.get(customer, id);
      await first.sql.query('update ascustomer set update_time = $2 where id = $1', [id, '2026-11-23 10:00:07']);
    });
    await second;
    expect((await moments()).update).toBe('2026-11-23 02:00:07+00');
    expect((await moments()).log).toBe('2026-11-23 02:00:07+00');
  });
});
