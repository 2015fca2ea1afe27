import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { comparisonOf } from '#business/goods/sap/comparing/comparison.server.ts';
import { kpiBreakdown, kpiTiles } from '#business/cockpit/kpi/kpi.calls.ts';
import { productActor, transact } from '#kernel/server';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { loadChain } from '../../tools/bench/load/load-chain.ts';
import { allTables, openApp } from '../assemble.ts';
import { WORKERS, lanes } from './workers.ts';
import { demoNumbers, isWithin, measured } from './numbers.ts';
import { seedDemo } from './seed-demo.ts';
import { withoutSearches } from './upkeep.ts';

const refusals: string[] = [];
const NOW = Date.parse('2026-11-22T23:30:00Z');
// Twelve days with a third of the business of a whole company. They end on a Monday at 07:30, like the archive. The
// background work of the product starts afterwards.
const server = await openTestServer(import.meta.url, {
  async before({ appUrl, ownerUrl, dataDir }) {
    const app = await openApp({ appUrl, dataDir, demo: true });
    try {
      await seedDemo(app, ownerUrl, () => {}, {
        months: 0.4,
        share: 0.3,
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

test('every invariant holds in the demo company', async () => {
  for (const { code, title, sql } of server.app.invariants) {
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 07:30:00+08',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
  }
});

test('SAP of the demo company: rows of shipments and used parts, and three planted differences with their guess', async () => {
  Object.assign(server.app.settings, { demo: true });
  const product = productActor(server.app, { tenantId: '000000', zone: 'Asia/Shanghai' }, 'test');
  const { found } = await transact(server.app, product, (context) => comparisonOf(context, 1000));
  const counted = found.rows.filter((row) => row.guess === 'count' || row.guess === 'unknownItem');
  expect(counted.map((row) => [row.whsCode, row.delta]).toSorted()).toEqual([
    ['W01', '-2.000'],
    ['W01', '-5.000'],
    ['W01', '1.000'],
  ]);
  // The answer of one row was lost, on both sides of its movement.
  expect(found.rows.filter((row) => row.guess === 'inFlight').map((row) => row.next?.kind)).toEqual(['retry', 'retry']);
  const kinds = await server.tables<{ kind: string; n: number }>(
    "select bill_type as kind, count(*)::int as n from assapwarehouseflow where sap_status = 'pushed' group by 1",
  );
  const pushed = Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]));
  expect(Math.min(pushed.shipment ?? 0, pushed.consume ?? 0)).toBeGreaterThan(2);
});

test('a process judges the leaves of one team: some are judged, others wait; leaves of other teams have no process', async () => {
  const governed = "wf_instance where business_table = 'asleaveform'";
  expect(await count(`${governed} and ended_at is null`)).toBeGreaterThanOrEqual(9);
  expect(await count(`${governed} and ended_at is not null`)).toBeGreaterThan(0);
  expect(
    await count('asleaveform l where not exists (select 1 from wf_instance i where i.business_id = l.id::text)'),
  ).toBeGreaterThan(0);
});

test('each invariant has a check with the result that it holds', async () => {
  expect(
    await server.tables(
      "select invariant_state as state, count(*)::int as n from asinvariantcheck where tenant_id = '000000' group by 1",
    ),
  ).toEqual([{ state: 'holds', n: server.app.invariants.length }]);
});

test('while searches have no index, no plan of the tables is stored, so the start after a crash checks each', async () => {
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

test('all search indexes exist again after the demo company is made', async () => {
  const declared = allTables()
    .flatMap((table) => table.indexes)
    .filter((index) => index.using === 'gin')
    .map((index) => index.name);
  const there = await server.tables<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'",
  );
  expect(there.map((row) => row.name)).toEqual(expect.arrayContaining(declared));
});

test('no rule refuses a step of the demo company, except for orders that were never created', () => {
  expect(refusals.filter((one) => !one.endsWith('seed.noOrder'))).toEqual([]);
});

test('of many lanes only a few run at once, each in its order, so that none waits for a connection', async () => {
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

test('a lane draws the same random numbers in any order of the lanes', async () => {
  const drawn = async (turns: (at: number) => number): Promise<Map<string, number[]>> => {
    const numbers = new Map<string, number[]>();
    await lanes(1).concurrency(
      Array.from({ length: 60 }, (_, at) => ({ lane: `lane ${at % 5}`, at })),
      (one) => one.lane,
      async ({ lane, at }, chance) => {
        for (let turn = 0; turn < turns(at); turn++)
          await new Promise((done) => {
            setImmediate(done);
          });
        numbers.set(lane, [...(numbers.get(lane) ?? []), chance.between(0, 1_000_000)]);
      },
    );
    return numbers;
  };
  const numbers = await drawn(() => 0);
  expect(new Set([...numbers.values()].flat()).size).toBe(60);
  expect(await drawn((at) => (at * 7) % 4)).toEqual(numbers);
});

// Queries of the rows that wait for each role at the beginning of the day, with their minimum number.
const piles: readonly (readonly [desk: string, sql: string, atLeast: number])[] = [
  ['dispatcher: orders that wait', "asregistrationform where register_status = 'registered'", 3],
  [
    'dispatcher: visits of today and the days to come',
    "dispatchlist where task_status in ('pendingAccept', 'accepted', 'appointed') and plan_start >= '2026-11-23 00:00+08'",
    25,
  ],
  [
    'technician: visits of today',
    "dispatchlist v join astechnician t on t.id = v.technician_id join blade_user u on u.id = t.user_id where u.account = 'as_technician' and v.plan_start >= '2026-11-23 00:00+08' and v.plan_start < '2026-11-24 00:00+08'",
    3,
  ],
  ['dispatcher: a delay to judge', "asdelayworkregistration where approve_status = 'pending'", 2],
  ['leader: visits to confirm', "dispatchlist where task_status in ('finished', 'partial')", 1],
  ['back office: completions to check', "ascompletionregistration where complete_status = 'submitted'", 1],
  ['finance: rows to approve', "ascollectdetaileds where approval_status = 'none'", 1],
  ['finance: rows to invoice', "ascollectdetaileds where approval_status = 'approved' and invoice_status = 'none'", 1],
  ['auditor: pieces to judge', "aspiecework where piece_status in ('toAffirm', 'pending')", 3],
  ['wages: lines for the manager', "aswageline where line_status = 'draft'", 1],
  ['store: a count to approve', "asstockadjust where adjust_status = 'draft'", 1],
];

test.for(piles)('%s', async ([, sql, atLeast]) => {
  expect(await count(sql)).toBeGreaterThanOrEqual(atLeast);
});

// Figures of docs/demo.md that already hold after a few days of business.
test.for(demoNumbers().filter((one) => one.isAlways))('$title', async (one) => {
  const [value] = await measured(server.ownerUrl, [one], '2026-11-23 07:30:00+08');
  expect(isWithin(one, value), `${value} of ${one.low} to ${one.high}`).toBe(true);
});

// Queries of rows that must exist: they show that the demo run used parts, took photos, and had delays, refusals and
// other incidents.
const traces: readonly (readonly [what: string, sql: string])[] = [
  ['parts out of the van, posted', 'ascompletionsupplies where posted_qty > 0'],
  ['photos of the last days', 'ascompletionannexrelation where is_deleted = 0'],
  ['a photo without a place', 'ascompletionannexrelation where location is null'],
  ['a refusal or a recall', "dispatchlist where task_status in ('refused', 'recalled')"],
  ['a transfer', "dispatchlist where task_status = 'transferred'"],
  ['a delay', 'asdelayworkregistration where 1 = 1'],
  ['a second visit', 'dispatchlist where visit_seq > 1'],
  ['a data scope to grant', 'blade_data_scope where menu_id is not null'],
  ['a call to close', 'blade_api_scope where menu_id is not null'],
  ['a rule for the numbers of papers', 'asnumberrule where is_deleted = 0'],
  [
    'a request that was examined and released',
    'asmaterialapply where examine_time is not null and publish_time is not null',
  ],
  ['a shipment that was handed over', "asmaterialshipments where document_status in ('transmitted', 'closed')"],
  ['a visit of a contract that was done', "asmaintain where plan_status = 'done' and done_date is not null"],
  ['a visit that its contract counts as used', "asregistrationscheme where consume_status = 'consumed'"],
  ['a contract that was sold for money', "ascollectdetaileds where collect_type = 'scheme' and amount > 0"],
  ['an urge answered', "asurgevisit where urge_status in ('handled', 'closed')"],
];

test.for(traces)('%s', async ([, sql]) => {
  expect(await count(sql)).toBeGreaterThan(0);
});

test.each(['as_dispatcher', 'as_leader', 'as_manager'])(
  '%s finds unread messages of the last two days',
  async (account) => {
    await server.delivered();
    expect(
      await count(
        `asmessage m join blade_user u on u.id = m.receiver_id where u.account = '${account}' and m.read_time is null and m.create_time > '2026-11-21 07:30+08'`,
      ),
    ).toBeGreaterThan(0);
  },
);

describe('the cockpit shows the same figures of the demo company as its lists', () => {
  const span = { from: '2026-11-12', to: '2026-11-23' };
  type Tiles = CallAnswer<typeof kpiTiles>;
  const narrowings = [
    ['all', {}],
    ['a team', { team: 'east' }],
    ['a system', { system: 'heatPump' }],
  ] as const;

  test.each(narrowings)('for %s', async (_name, narrowed) => {
    const manager = await server.as('as_manager', { who: 'figures' });
    const { tiles, withheld } = (await manager.get(kpiTiles.path, { ...span, ...narrowed })).data as Tiles;
    expect(withheld).toEqual([]);
    const lists = new Map([...server.app.papers.values()].map((one) => [one.menu?.path, `${one.path}/list`]));
    const listOf = async (drill: Tiles['tiles'][number]['drill'], more = {}, size = 1) => {
      const { data } = await manager.get(lists.get(drill!.path)!, { ...drill!.query, ...more, size, exactTotal: '1' });
      return data as { total: number; sums?: Record<string, string>; records: Record<string, string>[] };
    };
    const compared = [];
    for (const { metric, num, den, facts, drill } of tiles) {
      // The margin and shares of contracts have no list.
      if (metric === 'margin' || drill === null) continue;
      const { total, sums } = await listOf(drill);
      if (['orders', 'backlog', 'overduePlans'].includes(metric)) compared.push([metric, num, total]);
      else if (metric === 'sla')
        compared.push([metric, num, (await listOf(drill, { slaState: 'met' })).total, den, total]);
      else if (metric === 'firstFix')
        compared.push([metric, num, (await listOf(drill, { firstFix: '1' })).total, den, total]);
      else if (metric === 'stock') {
        let cents = 0;
        for (let current = 1, seen = 0; seen < total && current < 100; current++) {
          const { records } = await listOf(drill, { current }, 100);
          cents += records.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0);
          seen += records.length;
        }
        compared.push([metric, num, cents / 100]);
      } else {
        compared.push([metric, facts.rows ?? 0, total]);
        if (metric !== 'utilisation') compared.push([metric, num, Number(sums?.amount ?? 0)]);
      }
    }
    for (const [metric, one, other, two, another] of compared) {
      expect([metric, one]).toEqual([metric, other]);
      expect([metric, two]).toEqual([metric, another]);
    }
    expect(compared.length).toBeGreaterThan(5);
    expect(tiles.find((one) => one.metric === 'orders')!.num).toBeGreaterThan(0);
  });

  test('the figures of teams and systems add up to the whole', async () => {
    const manager = await server.as('as_manager', { who: 'figures' });
    const { tiles } = (await manager.get(kpiTiles.path, span)).data as Tiles;
    for (const by of ['team', 'system']) {
      const parts = (await manager.get(kpiBreakdown.path, { ...span, by })).data as CallAnswer<typeof kpiBreakdown>;
      for (const metric of ['orders', 'backlog', 'sla', 'firstFix', 'revenue', 'cash']) {
        const whole = tiles.find((one) => one.metric === metric)!;
        const sum = (of: 'num' | 'den'): number =>
          Math.round(
            parts
              .flatMap((one) => one.figures.filter((figure) => figure.metric === metric))
              .reduce((all, one) => all + one[of], 0) * 100,
          ) / 100;
        expect([by, metric, sum('num'), sum('den')]).toEqual([by, metric, whole.num, whole.den]);
      }
    }
  });

  test('a recount gives the same figures; margin is revenue less wages less parts', async () => {
    const read = () =>
      server.tables(
        "select day::text, metric, team, technician_id::text as t, repair_type as s, num::text, den::text, bins from as_kpi_day where metric not in ('day', 'stock', 'cash', 'backlog') order by 1, 2, 3, 4, 5",
      );
    const before = await read();
    expect(before.length).toBeGreaterThan(50);
    await server.app.jobs.run('kpiDay.night');
    expect(await read()).toEqual(before);
    const manager = await server.as('as_manager', { who: 'figures' });
    const { tiles } = (await manager.get(kpiTiles.path, span)).data as Tiles;
    const [own] = await server.tables<{ margin: string }>(
      `select (select coalesce(sum(amount), 0) from ascollectdetaileds where is_deleted = 0 and approval_status = 'approved' and (collect_time at time zone 'Asia/Shanghai')::date between $1 and $2)
        - (select coalesce(sum(amount), 0) from aswageline where is_deleted = 0 and line_status in ('open', 'locked', 'paid') and wage_line_type not in ('carry', 'topUp') and biz_date between $1 and $2)
        - (select coalesce(sum(case when reverse_of_id is null then qty * unit_cost else -qty * unit_cost end), 0) from asstockledger where is_deleted = 0 and bill_type = 'consume' and post_date between $1 and $2) as margin`,
      [span.from, span.to],
    );
    expect(tiles.find((one) => one.metric === 'margin')!.num).toBeCloseTo(Number(own.margin), 1);
  });
});

test('after a load of a thousand dispatched orders every index exists again', async () => {
  const [orders, indexes] = [await count('asregistrationform'), await count("pg_indexes where schemaname = 'public'")];
  await loadChain(server.ownerUrl, 1000, () => {}, 'dispatch');
  expect(await count('asregistrationform')).toBeGreaterThanOrEqual(orders + 1000);
  expect(await count("pg_indexes where schemaname = 'public'")).toBe(indexes);
  // Copies have ids below 200000000000000, all other rows far above.
  expect(
    await count(
      'dispatchlist v join asdispatchform d on d.id = v.disp_id join asregistrationform r on r.id = d.registration_form_id where v.id < 200000000000000 and r.id < 200000000000000',
    ),
  ).toBeGreaterThanOrEqual(1000);
});

test('a fault of a heat pump automatically becomes a repair request with customer, machine and parts', async () => {
  const [pump] = await server.tables<{ id: string; model: string; home: string; customer: string; code: string }>(
    `select d.id::text, m.id::text as model, h.id::text as home, h.customer_id::text as customer, (select id::text from iot_trouble_code where tenant_id = d.tenant_id and code = 'E01' and is_deleted = 0) as code
     from iot_device d join iot_thing_model m on m.id = d.model_id join op_household h on h.id = d.household_id
     where m.model_code = 'hp01' and h.household_status = 'active' and h.customer_id is not null order by d.id desc limit 1`,
  );
  const tenancy = (await server.app.ports.tenancy('000000'))!;
  const { id } = await transact(server.app, productActor(server.app, tenancy, 'devices'), (context) =>
    context.create(alarm, {
      deviceId: pump.id,
      modelId: pump.model,
      householdId: pump.home,
      ruleCode: 'e01_heat_pump',
      troubleCode: 'E01',
      troubleCodeId: pump.code,
      alarmType: 'trouble_code',
      level: 'critical',
      alarmStatus: 'active',
      title: '水流不足',
      startTime: '2026-11-23 09:30:00',
      lastTime: '2026-11-23 09:30:00',
      autoRepair: 'auto',
      repairDue: '2026-11-23 09:30:00',
    } as never),
  );
  await server.app.jobs.run('alarm.alarmRepairs');
  const forms = await server.tables<{ customer: string; device: string; parts: string[] }>(
    `select f.customer_id::text as customer, e.instance_id::text as device,
       array(select m.item_name from jsonb_array_elements(f.diagnosis->'spareParts') with ordinality p(part, nth) join asbasematerial m on m.item_code = p.part->>'materialCode' order by p.nth) as parts
     from iot_alarm a join asrepairform f on f.id = a.repair_form_id join asequipment e on e.id = f.equipment_id where a.id = $1`,
    [id],
  );
  expect(forms).toMatchObject([{ customer: pump.customer, device: pump.id }]);
  expect(forms[0].parts).toEqual(['Y型过滤器 DN25', '水流开关 DN25', '屏蔽循环泵 25-8']);
});
