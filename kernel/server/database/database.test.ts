import { BETWEEN_SERIES } from '../secrets/seals/series.ts';
import { describe, expect, it } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { nextSampleNumber } from '#kernel/testing/sample-numbers.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables } from '../../../server/assemble.ts';
import { selfTest } from '../schema/self-test.ts';
import { type Transaction, openTransaction } from '../write/transaction.ts';
import { pageSql } from '../list/list.ts';
import { roundLimit } from '../list/limits.ts';
import { ByText } from './statement-cache.ts';
import type { Writing } from '../context.ts';
import { Database, isAway } from './database.ts';
import { MAX_NAMES } from './names.ts';

const server = await openTestServer(import.meta.url);
const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
const note = "insert into anju_captcha (id, answer, until) values ($1, 'x', '2030-01-01')";
const storedIds = async (): Promise<string[]> =>
  (await server.tables<{ id: string }>("select id from anju_captcha where id like 'story %' order by id")).map(
    (row) => row.id,
  );

describe('queued statements', () => {
  it('are committed with their transaction', async () => {
    await server.app.db.write(tenancy, async (sql) => {
      sql.enqueue(note, ['story 1']);
    });
    expect(await storedIds()).toEqual(['story 1']);
  });
  it('roll back their transaction when they fail', async () => {
    const work = server.app.db.write(tenancy, async (sql) => {
      await sql.query(note, ['story 2']);
      sql.enqueue('select 1 / 0');
      return 'done';
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await storedIds()).toEqual(['story 1']);
  });
  it('are the reported cause of a later failure', async () => {
    const work = server.app.db.write(tenancy, async (sql) => {
      sql.enqueue('select 1 / 0');
      return sql.query('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });
  it('do not fail the transaction after a rollback to a savepoint', async () => {
    await server.app.db.write(tenancy, async (sql) => {
      await sql.query('savepoint before');
      sql.enqueue('select 1 / 0');
      await sql.query('select 1').catch(() => {});
      await sql.query('rollback to savepoint before');
      await sql.query(note, ['story 3']);
    });
    expect(await storedIds()).toEqual(['story 1', 'story 3']);
  });
});

describe('concurrent statements of a transaction', () => {
  it('fail with the cause of the broken transaction, whichever answer is read first', async () => {
    const heardLater = async (pending: Promise<unknown>): Promise<unknown> => {
      for (let turn = 0; turn < 9; turn++) await null;
      return pending.then((answer) => answer).then((answer) => answer);
    };
    const work = server.app.db.write(tenancy, (sql) =>
      Promise.all([heardLater(sql.query('select 1 / 0')), sql.query('select 1')]),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });
  it('do nothing once their work has ended, neither in a transaction of their own nor in that of the next work', async () => {
    for (const way of ['write', 'read'] as const) {
      const isOver = Promise.withResolvers<void>();
      let late: Promise<unknown> | undefined;
      const refused = server.app.db[way](tenancy, (sql) => {
        late = isOver.promise.then(() => sql.query(note, ['story late']));
        late.catch(() => {});
        return Promise.all([late, sql.query('select 1').then(() => Promise.reject(new Error('refused')))]);
      });
      await expect(refused).rejects.toThrow('refused');
      // The pool hands out the connection that was used last, so this work runs on the same one.
      await server.app.db.write(tenancy, async (sql) => {
        await sql.query('select 1');
        isOver.resolve();
        await expect(late).rejects.toThrow('ended');
        await sql.query(note, [`story ${way}`]);
      });
    }
    expect(await storedIds()).toEqual(['story 1', 'story 3', 'story read', 'story write']);
    await server.tables("delete from anju_captcha where id in ('story read', 'story write')");
  });
});

describe('a connection that breaks during use', () => {
  it('fails the next statement and ends no process; the next transaction has another connection', async () => {
    const work = server.app.db.write(tenancy, async (sql) => {
      const [{ pid }] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
      const another = (text: string): Promise<object[]> => server.app.db.platform((own) => own.query(text, [pid]));
      await another('select pg_terminate_backend($1)');
      await expect.poll(() => another('select 1 from pg_stat_activity where pid = $1')).toEqual([]);
      await sql.query(note, ['story 9']);
    });
    await expect(work).rejects.toSatisfy(isAway);
    expect(await storedIds()).not.toContain('story 9');
    expect(await server.app.db.write(tenancy, (sql) => sql.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});

describe('a repeated statement', () => {
  /** One column of each type that the product reads: bigint, numeric, timestamptz, an array, JSON, and a null. */
  const text =
    "select n::bigint as id, (n / nullif($1::numeric, 7))::numeric(20, 4) as share, timestamptz '2026-11-23 10:00+08' as at, array[n, n] as many, jsonb_build_object('n', n) as more, nullif(n, 2) as not_two from generate_series(1, $2::int) n";
  const ask = (share: number, rows: number) => server.app.db.write(tenancy, (sql) => sql.query(text, [share, rows]));

  it('answers like the first time, with rows and without, alone and several at once', async () => {
    const first = await ask(4, 2);
    expect(first).toHaveLength(2);
    for (let turn = 0; turn < 3; turn++) {
      expect(await ask(4, 0)).toEqual([]);
      expect(await ask(4, 2)).toEqual(first);
      expect((await ask(7, 1)).map((row) => (row as { share: unknown }).share)).toEqual([null]);
    }
    const abreast = await server.app.db.write(tenancy, (sql) =>
      Promise.all([2, 0, 2, 2].map((rows) => sql.query(text, [4, rows]))),
    );
    expect(abreast).toEqual([first, [], first, first]);
  });
  it('is sent again where it failed before it was prepared, and where it failed afterwards', async () => {
    const half = `select 10 / $1::int as tenth, 'story' as of`;
    for (const by of [0, 5, 0, 2, 0, 1]) {
      const answer = server.app.db.write(tenancy, (sql) => sql.query(half, [by]));
      if (by === 0) await expect(answer).rejects.toMatchObject({ code: '22012' });
      else expect(await answer).toEqual([{ tenth: 10 / by, of: 'story' }]);
    }
    await expect(server.app.db.write(tenancy, (sql) => sql.query(half, ['ten']))).rejects.toMatchObject({
      code: '22P02',
    });
    expect(await server.app.db.write(tenancy, (sql) => sql.query(half, [5]))).toEqual([{ tenth: 2, of: 'story' }]);
  });
  it('never answers with former columns of a table', async () => {
    await server.tables(
      'create table story_shape (id int, words text); insert into story_shape values (1, $$one$$); grant select on story_shape to public',
    );
    const look = () => server.app.db.write(tenancy, (sql) => sql.query('select * from story_shape'));
    for (let turn = 0; turn < 3; turn++) expect(await look()).toEqual([{ id: 1, words: 'one' }]);
    await server.tables('alter table story_shape add column later int default 3');
    const seen = await Promise.allSettled([look(), look(), look()]);
    for (const one of seen)
      expect(one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code).toEqual(
        one.status === 'fulfilled' ? [{ id: 1, words: 'one', later: 3 }] : '0A000',
      );
  });
});

describe('names of statements', () => {
  const known = (database: Database) =>
    database.read(tenancy, (sql) =>
      sql.query<{ n: number; seen: string[] }>(
        "select count(*)::int as n, array_agg(statement) as seen from pg_prepared_statements where name like 's%'",
      ),
    );
  it('are few on a connection, however many different statements come; frequent statements retain theirs', async () => {
    const database = new Database({ url: server.appUrl, most: 1 });
    try {
      const often = "select 'asked again and again' as words, $1::int as n";
      for (let shape = 0; shape < 2 * MAX_NAMES; shape++) {
        for (let turn = 0; turn < 2; turn++)
          expect(
            await database.read(tenancy, (sql) => sql.query(`select ${shape} as shape, $1::int as turn`, [turn])),
          ).toEqual([{ shape, turn }]);
        expect(await database.read(tenancy, (sql) => sql.query(often, [shape]))).toMatchObject([{ n: shape }]);
      }
      const [{ n, seen }] = await known(database);
      expect(n).toBeLessThanOrEqual(MAX_NAMES + 1);
      expect(seen).toContain(often);
      // A statement that is sent only once gets no name, so it drops the name of no other statement.
      for (let shape = 0; shape < 50; shape++)
        await database.read(tenancy, (sql) => sql.query(`select ${shape} as once`));
      expect((await known(database))[0].seen.filter((text) => text.endsWith('as once'))).toEqual([]);
      // A name that is dropped during a broken transaction is deallocated before the next one.
      await database
        .write(tenancy, async (sql) => {
          await sql.query('select 1 / 0').catch(() => undefined);
          for (let shape = 0; shape < 20; shape++)
            for (let turn = 0; turn < 2; turn++) await sql.query(`select ${shape} as broken`).catch(() => undefined);
        })
        .catch(() => undefined);
      for (let shape = 0; shape < 30; shape++)
        for (let turn = 0; turn < 2; turn++)
          await database.read(tenancy, (sql) => sql.query(`select ${shape} as after`));
      expect((await known(database))[0].n).toBeLessThanOrEqual(MAX_NAMES + 1);
    } finally {
      await database.close();
    }
  }, 60_000);
  it('a refused work leaves no name that fails other works: 10,000 mixed works over one connection with a limit of 20', async () => {
    const database = new Database({ url: server.appUrl, most: 1, names: 20 });
    const code = ({ reason }: PromiseRejectedResult): string => (reason as { code?: string }).code ?? String(reason);
    /**
     * A transaction that violates a unique index. PostgreSQL ignores the statements sent behind it, whose texts differ
     * by `n`.
     */
    const refused = (n: number) =>
      database.write(tenancy, async (sql) => {
        sql.enqueue(note, ['story 1']);
        for (let turn = 0; turn < 2; turn++) sql.enqueue(`select ${n % 97} as behind, $1::int as turn`, [turn]);
        await sql.query(`select ${n % 89} as waited, $1::int as n`, [n]);
      });
    const works: ((n: number) => Promise<unknown>)[] = [
      refused,
      (n) => database.read(tenancy, (sql) => sql.query(`select ${n % 61} as shape, $1::int as n`, [n])),
      (n) => database.write(tenancy, (sql) => sql.query(`select ${n % 53} as written, $1::int as n`, [n])),
      // A rollback to a savepoint, after which the same transaction goes on.
      (n) =>
        database.write(tenancy, async (sql) => {
          await sql.query('savepoint before');
          sql.enqueue(note, ['story 1']);
          await sql.query(`select ${n % 47} as tried, $1::int as n`, [n]).catch(() => undefined);
          await sql.query('rollback to savepoint before');
          await sql.query(`select ${n % 43} as after, $1::int as n`, [n]);
        }),
    ];
    try {
      const failures = new Map<string, number>();
      for (let n = 0; n < 10_000; n += 4) {
        const answers = await Promise.allSettled(works.map((work, at) => work(n + at)));
        const failed = answers.flatMap((answer, at) => (answer.status === 'rejected' ? `${at} ${code(answer)}` : []));
        for (const failure of failed) failures.set(failure, (failures.get(failure) ?? 0) + 1);
      }
      expect(Object.fromEntries(failures)).toEqual({ '0 23505': 2500 });
      expect((await known(database))[0].n).toBeLessThanOrEqual(30);
    } finally {
      await database.close();
    }
  }, 60_000);
  it('a statement that PostgreSQL has dropped is prepared again', async () => {
    const database = new Database({ url: server.appUrl, most: 1 });
    const ask = (n: number) => database.read(tenancy, (sql) => sql.query("select 'held' as held, $1::int as n", [n]));
    try {
      for (let n = 0; n < 3; n++) await ask(n);
      await database.read(tenancy, (sql) => sql.query('deallocate all'));
      const answers = await Promise.allSettled([ask(3)]);
      expect(answers.map(({ status }) => status)).toEqual(['rejected']);
      expect(await ask(4)).toEqual([{ held: 'held', n: 4 }]);
    } finally {
      await database.close();
    }
  });
  it('do not grow with arbitrary page sizes', async () => {
    const admin = await server.as('as_admin');
    const texts = new Set<string>();
    for (let size = 1; size <= 60; size++) {
      const { status, data } = await admin.get('blade-maintenance/webApi/ascustomer/list', { size });
      expect([status, data.records.length <= size]).toEqual([200, true]);
      texts.add(
        pageSql(
          server.app,
          {
            paper: customer,
            tenantId: '000000',
            where: [{ kind: 'all' }],
            query: {},
            now: '2026-11-23 10:00:00',
          },
          ['customerName'],
          roundLimit(size + 1),
          0,
        ).text,
      );
    }
    expect(texts.size).toBeLessThanOrEqual(7);
  });
});

describe('rows of a query', () => {
  it('are all matches or a fault, unless the first ones are wanted', async () => {
    const remark = `多 ${nextSampleNumber()}`;
    for (let n = 0; n < 4; n++) await saved(server, customer, { remark });
    await server.work('as_admin', async (context) => {
      expect(await context.find(customer, { remark }, { limit: 4 })).toHaveLength(4);
      await expect(context.find(customer, { remark }, { limit: 3 })).rejects.toThrow('more than 3 rows of customer');
      expect(await context.find(customer, { remark }, { first: 3 })).toHaveLength(3);
      expect(await context.find(customer, { remark }, { first: 1 })).toHaveLength(1);
      // A query by ids has no limit but the number of the ids.
      const ids = (await context.find(customer, { remark })).map((one) => one.id);
      expect(await context.find(customer, { id: ids }, { limit: 3 })).toHaveLength(4);
    });
  });
});

describe('rows that a transaction holds', () => {
  /** Act on a new customer, and count the reads of its table. */
  const readsDuring = async (business: (context: Transaction, id: string) => Promise<unknown>): Promise<number> => {
    const admin = await server.as('as_admin');
    const {
      data: { id },
    } = await admin.post('blade-maintenance/webApi/ascustomer/submit', {
      customerName: '持有',
      phone: `139${String(nextSampleNumber()).padStart(8, '0')}`,
      addressDetail: '龙柏路1号',
      customerType: 'person',
      customerLevel: 'normal',
      customerDataSource: 'manual',
    });
    let reads = 0;
    const person = (await server.app.ports.person(tenancy, admin.id))!;
    await server.app.db.write(tenancy, async (sql) => {
      const counting = {
        query: (text: string, values?: readonly unknown[]) => {
          if (/from ascustomer t where t\.id/.test(text)) reads++;
          return sql.query(text, values);
        },
        enqueue: sql.enqueue.bind(sql),
      } as Writing;
      await business(
        openTransaction(
          server.app,
          { tenancy, person, language: 'zh', origin: { requestId: '', ip: '', channel: 'admin' } },
          counting,
        ),
        id,
      );
    });
    return reads;
  };

  it('are read once, however often they are used', async () => {
    expect(
      await readsDuring(async (context, id) => {
        const [row] = await context.lockRows(customer, [id]);
        expect(await context.get(customer, id)).toEqual(row);
        expect((await context.lockRows(customer, [id]))[0]).toEqual(row);
      }),
    ).toBe(1);
  });
  it('are read again while they are not locked, since others may change them', async () => {
    expect(
      await readsDuring(async (context, id) => {
        await context.get(customer, id);
        await server.tables("update ascustomer set remark = '别人改的' where id = $1", [id]);
        expect((await context.get(customer, id)).remark).toBe('别人改的');
      }),
    ).toBe(2);
  });
  it('are read again after the transaction itself wrote them, by whatever statement', async () => {
    await readsDuring(async (context, id) => {
      await context.lockRows(customer, [id]);
      await context.change(customer, id, { remark: '一' });
      expect((await context.get(customer, id)).remark).toBe('一');
      await context.sql.query("with x as (select 1) update ascustomer t set remark = '二' from x where t.id = $1", [
        id,
      ]);
      expect((await context.get(customer, id)).remark).toBe('二');
      const [first] = await Promise.all([
        context.get(customer, id),
        context.sql.query("update ascustomer set remark = '三' where id = $1", [id]),
      ]);
      expect(first.remark).toBe('二');
      expect((await context.get(customer, id)).remark).toBe('三');
    });
  });
  it('are forgotten after a rollback to a savepoint: its changes are void, and others may lock the rows', async () => {
    await readsDuring(async (context, id) => {
      await context.sql.query('savepoint before');
      await context.change(customer, id, { remark: '不算' });
      await context.get(customer, id);
      await context.sql.query('rollback to savepoint before');
      await server.tables("update ascustomer set remark = '别人' where id = $1", [id]);
      expect((await context.get(customer, id)).remark).toBe('别人');
    });
  });
  it('are copied for each reader', async () => {
    await readsDuring(async (context, id) => {
      const [row] = await context.lockRows(customer, [id]);
      (row as { remark: string | null }).remark = '只在我这里';
      expect((await context.get(customer, id)).remark).toBeNull();
    });
  });
});

describe('the audit, which is written with the commit', () => {
  const entries = (...ids: string[]): Promise<{ seq: number; words: string }[]> =>
    server.tables(
      `select (seq % ${BETWEEN_SERIES})::int as seq, changes -> 0 ->> 'new' as words from anju_audit where tenant_id = '000000' and row_id = any($1::bigint[]) and action = 'edit' order by id`,
      [ids],
    );
  const gaps = (): Promise<unknown[]> =>
    server.tables(
      `select seq from (select seq, seq - lag(seq) over (partition by seq / ${BETWEEN_SERIES} order by seq) as step from anju_audit where tenant_id = '000000') g where step <> 1`,
    );

  it('delays no concurrent writer, and has no gap', async () => {
    const [one, other] = [await saved(server, customer), await saved(server, customer)];
    await server.work('as_admin', async (context) => {
      await context.change(customer, one.id, { remark: '先开始' });
      await server.work('as_admin', (second) => second.change(customer, other.id, { remark: '先完成' }));
      expect(await entries(one.id, other.id)).toMatchObject([{ words: '先完成' }]);
    });
    expect((await entries(one.id, other.id)).map(({ words }) => words)).toEqual(['先完成', '先开始']);
    expect(await gaps()).toEqual([]);
  });
  it('omits entries that a savepoint rolled back, and can be read before the commit', async () => {
    const [one, other] = [await saved(server, customer), await saved(server, customer)];
    await server.work('as_admin', async (context) => {
      await context.change(customer, one.id, { remark: '一' });
      await context.sql.query('savepoint before');
      await context.change(customer, one.id, { remark: '不算' });
      await context.change(customer, other.id, { remark: '也不算' });
      await context.sql.query('rollback to savepoint before');
      await context.change(customer, one.id, { remark: '三' });
      expect(
        await context.sql.query("select 1 from anju_audit where row_id = $1 and action = 'edit'", [one.id]),
      ).toHaveLength(2);
    });
    const [first, second, ...more] = await entries(one.id, other.id);
    expect([first.words, second, more]).toEqual(['一', { seq: first.seq + 1, words: '三' }, []]);
  });
  it('omits a broken transaction', async () => {
    const one = await saved(server, customer);
    await expect(
      server.work('as_admin', async (context) => {
        await context.change(customer, one.id, { remark: '不算' });
        await context.sql.query('select 1 / 0');
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await entries(one.id)).toEqual([]);
  });
});

describe('queries beside transactions', () => {
  it('are planned once on a connection, not for each value', async () => {
    const text =
      'select x.id from blade_user x where x.tenant_id = $1 and x.id = any($2::bigint[]) and x.real_name <> left($3::text, 4)';
    const plans = await server.app.sidePool.read({ tenantId: '000000', zone: 'Asia/Shanghai' }, async (side) => {
      for (let n = 1; n <= 5; n++) await side.query(text, ['000000', [String(n)], `name ${n}`]);
      return side.query<{ custom: number; generic: number }>(
        'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where statement = $1',
        [text],
      );
    });
    expect(plans).toHaveLength(1);
    expect(plans[0].custom).toBe(0);
    expect(plans[0].generic).toBeGreaterThan(2);
  });
});

describe('new ids', () => {
  it('are unique, and grow with time and order', async () => {
    const ids = await Promise.all(Array.from({ length: 300 }, () => server.app.ids.next(server.clock.ms())));
    expect(new Set(ids).size).toBe(300);
    server.clock.pass(1);
    const later = await server.app.ids.next(server.clock.ms());
    expect(ids.every((id) => BigInt(id) < BigInt(later))).toBe(true);
    const [{ id }] = await server.tables<{ id: string }>('select next_id($1) as id', [server.clock.ms() + 1]);
    expect(BigInt(later)).toBeLessThan(BigInt(id));
  });
});

it('the start finds a hole in the wall between companies, in a small table and in a large one read at its ends', async () => {
  const tables = allTables();
  await selfTest(server.app, tables);
  await saved(server, customer);
  const hole = async (work: () => Promise<void>): Promise<void> => {
    await server.tables('create policy hole on ascustomer using (true)');
    try {
      await work();
    } finally {
      await server.tables('drop policy hole on ascustomer');
    }
  };
  await hole(() =>
    expect(selfTest(server.app, tables)).rejects.toThrow('rows of a tenant are seen without one: ascustomer'),
  );
  await server.tables(
    `insert into ascustomer (id, tenant_id, customer_no, customer_name, customer_type, customer_level, phone, address_detail, customer_data_source, create_time, update_time)
    select next_id($1::bigint + n), '000000', 'KZ1' || lpad(n::text, 6, '0'), '多' || n, 'person', 'normal', '139' || lpad(n::text, 8, '0'), repeat('路', 90) || n, 'manual', to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0) from generate_series(1, 12000) n`,
    [server.clock.ms()],
  );
  expect(
    (await server.tables<{ blocks: number }>("select (pg_relation_size('ascustomer') / 8192)::int as blocks"))[0]
      .blocks,
  ).toBeGreaterThan(1000);
  await hole(() => expect(selfTest(server.app, tables)).rejects.toThrow('ascustomer'));
  await selfTest(server.app, tables);
});

describe('facts about statements', () => {
  it('是有界的：编造再多再长的语句，也只记住常用的 are bounded: however many and long the arbitrary ones, frequent ones stay', () => {
    const known = new ByText<number>(10_000);
    const often = 'select 1 from often';
    known.set(often, 1);
    for (let at = 0; at < 5000; at++) {
      known.set(`select ${at} ${'x'.repeat(at % 997)}`, at);
      expect(known.get(often)).toBe(1);
    }
    expect(known.letters).toBeLessThan(22_000);
    expect(known.get('select 1 x')).toBeUndefined();
  });
});
