import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { loadChain } from '../../tools/bench/load/load-chain.ts';
import { allTables, openApp } from '../assemble.ts';
import { WORKERS, lanes } from './workers.ts';
import { seedDemo } from './seed-demo.ts';
import { withoutSearches } from './upkeep.ts';

const refusals: string[] = [];
const NOW = Date.parse('2026-11-23T02:00:00Z');
// Twelve days of the tale, told on a Monday morning at ten, before the clocks of the product run: as at a first start.
const server = await openTestServer(import.meta.url, {
  async before({ appUrl, ownerUrl, dataDir }) {
    const app = await openApp({ appUrl, dataDir, demo: true });
    try {
      await seedDemo(app, ownerUrl, () => {}, {
        months: 0.4,
        now: NOW,
        refused: (at, reason) => refusals.push(`${at} ${reason}`),
      });
    } finally {
      await app.close();
    }
  },
});

const count = async (sql: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${sql}`))[0].n;

test('every invariant holds of the demo company', async () => {
  for (const { code, title, sql } of server.app.invariants) {
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 10:00:00+08',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
  }
});

test('whoever answers for the data finds each of them looked at', async () => {
  expect(
    await server.tables(
      "select invariant_state as state, count(*)::int as n from asinvariantcheck where tenant_id = '000000' group by 1",
    ),
  ).toEqual([{ state: 'holds', n: server.app.invariants.length }]);
});

test('were a start cut off while searches have no index, the next one would look at every table', async () => {
  const plan = (): Promise<unknown[]> => server.tables("select 1 from anju_meta where id = 'plan'");
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    await withoutSearches(owner, server.ownerUrl, async () => {
      expect(await plan()).toEqual([]);
    });
  } finally {
    await owner.end();
  }
  expect(await plan()).toHaveLength(1);
});

test('whoever searches finds an index again', async () => {
  const asked = allTables()
    .flatMap((table) => table.indexes)
    .filter((index) => index.using === 'gin')
    .map((index) => index.name);
  const there = await server.tables<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'",
  );
  expect(there.map((row) => row.name)).toEqual(expect.arrayContaining(asked));
});

test('the demo is made of what people may do: no rule refuses a step, but for orders that never came to be', () => {
  expect(refusals.filter((one) => !one.endsWith('seed.noOrder'))).toEqual([]);
});

test('of many lanes a few are under way at once, each in its order, and none waits for a connection that a slow machine has not', async () => {
  const things = Array.from({ length: 100 }, (_, at) => ({ at, lane: String(at % 50) }));
  const [ended, seen, { concurrency: abreast }] = [new Map<string, number>(), [] as number[], lanes(1)];
  let under = 0;
  await abreast(
    things,
    (one) => one.lane,
    async (one) => {
      seen.push(++under);
      await new Promise((done) => {
        setImmediate(done);
      });
      expect(ended.get(one.lane) ?? -1).toBeLessThan(one.at);
      ended.set(one.lane, one.at);
      under--;
    },
  );
  expect([Math.max(...seen), under, ended.size]).toEqual([WORKERS, 0, 50]);
});

// What lies on each desk the moment somebody sits down at it.
const piles: readonly (readonly [desk: string, sql: string, atLeast: number])[] = [
  ['dispatcher: orders that wait', "asregistrationform where register_status = 'registered'", 5],
  [
    'dispatcher: visits of today and the days to come',
    "dispatchlist where task_status in ('pendingAccept', 'accepted', 'appointed') and plan_start >= '2026-11-23 00:00+08'",
    25,
  ],
  [
    'technician: his own day',
    "dispatchlist v join astechnician t on t.id = v.technician_id join blade_user u on u.id = t.user_id where u.account = 'as_technician' and v.plan_start >= '2026-11-23 00:00+08' and v.plan_start < '2026-11-24 00:00+08'",
    3,
  ],
  ['dispatcher: a delay to judge', "asdelayworkregistration where approve_status = 'pending'", 2],
  ['dispatcher: visits nobody has accepted yet', "dispatchlist where task_status = 'pendingAccept'", 1],
  ['leader: visits to confirm', "dispatchlist where task_status in ('finished', 'partial')", 1],
  ['back office: completions to check', "ascompletionregistration where complete_status = 'submitted'", 1],
  ['finance: rows to approve', "ascollectdetaileds where approval_status = 'none'", 1],
  ['finance: rows to invoice', "ascollectdetaileds where approval_status = 'approved' and invoice_status = 'none'", 1],
  ['auditor: pieces to judge', "aspiecework where piece_status in ('toAffirm', 'pending')", 3],
  ['wages: lines for the manager', "aswageline where line_status = 'draft'", 1],
  ['customer service: forms to accept', "asrepairform where repair_status = 'submitted'", 3],
  ['customer service: urges to answer', "asurgevisit where urge_status in ('open', 'escalated')", 1],
  ['store: a count to approve', "asstockadjust where adjust_status = 'draft'", 1],
];

test.for(piles)('%s', async ([, sql, atLeast]) => {
  expect(await count(sql)).toBeGreaterThanOrEqual(atLeast);
});

// What happened is seen in the papers: parts, photos, and the ways in which a plan goes wrong.
const traces: readonly (readonly [what: string, sql: string])[] = [
  ['parts out of the van, posted', 'ascompletionsupplies where posted_qty > 0'],
  ['photos of the last days', 'ascompletionannexrelation where is_deleted = 0'],
  ['a photo without a place is none the worse', 'ascompletionannexrelation where location is null'],
  ['a refusal or a recall', "dispatchlist where task_status in ('refused', 'recalled')"],
  ['a transfer', "dispatchlist where task_status = 'transferred'"],
  ['a delay', 'asdelayworkregistration where 1 = 1'],
  ['a second visit', 'dispatchlist where visit_seq > 1'],
  ['a data scope to grant', 'blade_data_scope where menu_id is not null'],
  ['a call to close', 'blade_api_scope where menu_id is not null'],
  ['how papers are numbered', 'asnumberrule where is_deleted = 0'],
  ['an urge answered', "asurgevisit where urge_status in ('handled', 'closed')"],
];

test.for(traces)('%s', async ([, sql]) => {
  expect(await count(sql)).toBeGreaterThan(0);
});

test('a thousand dispatched orders are poured beside it, and every index stands again', async () => {
  const [orders, indexes] = [await count('asregistrationform'), await count("pg_indexes where schemaname = 'public'")];
  await loadChain(server.ownerUrl, 1000, () => {}, 'dispatch');
  expect(await count('asregistrationform')).toBeGreaterThanOrEqual(orders + 1000);
  expect(await count("pg_indexes where schemaname = 'public'")).toBe(indexes);
  // Far before those of any real row lie the ids of copies.
  expect(
    await count(
      'dispatchlist v join asdispatchform d on d.id = v.disp_id join asregistrationform r on r.id = d.registration_form_id where v.id < 200000000000000 and r.id < 200000000000000',
    ),
  ).toBeGreaterThanOrEqual(1000);
});
