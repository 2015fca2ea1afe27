import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { openApp } from '../../server/assemble.ts';
import { business } from './business.ts';
import { type Client, type Cost, type Pids, drive } from './drive.ts';
import { listByFilters } from './lists/filters.ts';
import { imports } from './import.ts';
import { limitOf } from './limit.ts';
import { CALLER } from './load-forms.ts';
import { logInClient } from './log-in.ts';
import { audit } from './audit.ts';
import { goods } from './stock/goods.ts';
import { postings } from './stock/postings.ts';
import type { Measured } from './report.ts';
import { rights } from './rights.ts';
import type { BenchServer } from './server.ts';
import { statementsOfList } from './lists/statements.ts';

const PATH = repairForm.path;
const LINES = 16;
const SECONDS = 6;
const OWN_DAY = 'blade-maintain/dispatchList/ownDay';

export interface BenchRun {
  readonly base: string;
  readonly appUrl: string;
  readonly dataDir: string;
  readonly pids: Pids;
  /** Start another server over the same database, with additional settings. */
  open(env: Readonly<Record<string, string>>): Promise<BenchServer>;
  say(text: string): void;
}

const within = (cost: Cost, node: number, database: number): boolean =>
  cost.nodeMs <= node && cost.databaseMs <= database;

async function lists(bench: BenchRun, client: Client): Promise<Measured[]> {
  const app = await openApp({
    appUrl: bench.appUrl,
    dataDir: bench.dataDir,
    captcha: false,
    demo: true,
    connections: 2,
  });
  try {
    const tenancy = (await app.ports.tenancy('000000'))!;
    const [{ id }] = await app.db.read(tenancy, (sql) =>
      sql.query<{ id: string }>("select id from blade_user where tenant_id = '000000' and account = 'as_cs'"),
    );
    const person = (await app.ports.person(tenancy, id))!;
    const actor = { tenancy, person, language: 'zh' as const, origin: { requestId: '', ip: '', channel: 'admin' } };
    const rows: Measured[] = [];
    for (const [name, query] of [
      ['list of 10, newest first', {}],
      ['list of 10 by state', { repairStatus: 'submitted' }],
    ] as const) {
      bench.say(name);
      const words = new URLSearchParams({ current: '1', size: '10', ...query }).toString();
      const cost = await drive(bench.pids, LINES, SECONDS, async () => {
        await client.ok('GET', `${PATH}/list?${words}`);
      });
      const limit = await limitOf(
        bench.appUrl,
        bench.pids,
        statementsOfList(app, actor, repairForm, query),
        LINES,
        SECONDS / 2,
      );
      rows.push({
        name,
        goal: '≤ 0.45 + 0.25 ms CPU, p99 < 30 ms',
        cost,
        limit,
        met: within(cost, 0.45, 0.25) && cost.p99 < 30,
      });
    }
    return rows;
  } finally {
    await app.close();
  }
}

/** Usual combinations of filters, and single filters with other values than those that are measured one by one. */
const TOGETHER = [
  'keyword=1234',
  'repairStatus=submitted&customerServiceTeam=east',
  'repairStatus=submitted,accepted&urgency=high',
  'weibao=paid&createTime_dategt=2026-09-01&createTime_datelt=2026-11-20',
  'createTime_dategt=2026-05-01&createTime_datelt=2026-05-31',
  'expectSlot=any&expectDate_ge=2026-01-01',
  'expectDate_ge=2025-03-01&expectDate_le=2025-03-31',
  'faultCategory=leak&expectDate_ge=2025-03-01&expectDate_le=2025-03-07',
  'urgeCount_gt=0',
  'urgeCount_gt=0&repairStatus=submitted,accepted,dispatched,inService',
];

async function single(bench: BenchRun, client: Client): Promise<Measured[]> {
  bench.say('detail');
  const page = JSON.parse(await client.ok('GET', `${PATH}/list?size=100`)) as { data: { records: { id: string }[] } };
  const ids = page.data.records.map((row) => row.id);
  const customer = await customerIds(client);
  const detail = await drive(bench.pids, LINES, SECONDS, async (line, n) => {
    await client.ok(
      'GET',
      `blade-maintenance/webApi/ascustomer/detail?id=${customer[(line * 31 + n) % customer.length]}`,
    );
  });
  const full = await drive(bench.pids, LINES, SECONDS, async (line, n) => {
    await client.ok('GET', `${PATH}/detail/${ids[(line * 31 + n) % ids.length]}`);
  });
  bench.say('create');
  const body = (line: number, n: number): unknown => ({
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    customerServiceTeam: 'east',
    customerName: CALLER,
    phone: `138${String(line).padStart(2, '0')}${String(n).padStart(6, '0')}`,
    address: '东方城市花园12-302',
    description: '次卧地面凉，早上七点起不热',
  });
  const create = await drive(bench.pids, LINES, SECONDS, async (line, n) => {
    await client.ok('POST', `${PATH}/submit`, body(line, n));
  });
  return [
    { name: 'detail of a customer', goal: '≤ 0.3 + 0.1 ms CPU', cost: detail, met: within(detail, 0.3, 0.1) },
    {
      name: 'detail of a repair form with annexes, duplicates, cover and log',
      goal: 'no goal: six statements',
      cost: full,
      met: true,
    },
    {
      name: 'create a repair form with cover, duplicates, number, log and event',
      goal: '≤ 0.9 + 0.5 ms CPU',
      cost: create,
      met: within(create, 0.9, 0.5),
    },
  ];
}

async function customerIds(client: Client): Promise<string[]> {
  const page = JSON.parse(await client.ok('GET', 'blade-maintenance/webApi/ascustomer/list?size=200')) as {
    data: { records: { id: string }[] };
  };
  return page.data.records.map((row) => row.id);
}

async function search(bench: BenchRun, client: Client): Promise<Measured> {
  bench.say('search for two Chinese characters');
  const words = ['漏水', '花园', '滤网', '水温', '建国'];
  const cost = await drive(bench.pids, 1, SECONDS, async (_line, n) => {
    await client.ok('GET', `${PATH}/list?current=1&size=10&keyword=${encodeURIComponent(words[n % words.length])}`);
  });
  return { name: 'keyword of two Chinese characters, one person', goal: '≤ 50 ms', cost, met: cost.p50 <= 50 };
}

/** Measure the call that loads a technician's day with all its visits, on eight phones at once. */
async function ownDays(bench: BenchRun): Promise<Measured[]> {
  bench.say('the own day of a technician');
  const phone = await logInClient(bench.base, 'as_technician');
  try {
    const { data } = JSON.parse(await phone.ok('GET', OWN_DAY)) as { data: { visits: unknown[] } };
    const cost = await drive(bench.pids, 8, SECONDS, async () => {
      await phone.ok('GET', OWN_DAY);
    });
    const name = `own day of a technician with ${data.visits.length} visits, 8 at once`;
    return [{ name, goal: 'p99 ≤ 500 ms', cost, met: cost.p99 <= 500 }];
  } finally {
    phone.close();
  }
}

/** Run the parts of the bench that `only` accepts, and return all results. */
export async function measureAll(bench: BenchRun, only: (part: string) => boolean): Promise<Measured[]> {
  const client = await logInClient(bench.base);
  const dispatcher = await logInClient(bench.base, 'as_dispatcher');
  const parts: Readonly<Record<string, () => Promise<readonly Measured[]>>> = {
    lists: () => lists(bench, client),
    filters: async () => [
      await listByFilters(bench, client, repairForm, { title: 'list', more: TOGETHER }),
      await listByFilters(bench, dispatcher, visit, { title: 'list of visits' }),
    ],
    single: () => single(bench, client),
    search: async () => [await search(bench, client)],
    rights: () => rights(bench),
    ownDay: () => ownDays(bench),
    chain: () => business(bench, dispatcher),
    postings: () => postings(bench),
    goods: () => goods(bench),
    audit: () => audit(bench),
    imports: () => imports(client, bench.say),
  };
  try {
    const rows: Measured[] = [];
    for (const [name, part] of Object.entries(parts)) if (only(name)) rows.push(...(await part()));
    return rows;
  } finally {
    client.close();
    dispatcher.close();
  }
}
