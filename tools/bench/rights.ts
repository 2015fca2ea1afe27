import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { decide, type Person } from '#kernel/language/permission.ts';
import { hashPassword, isPassword, md5 } from '#kernel/server/session/password.ts';
import { Sessions } from '#kernel/server/session/session.ts';
import type { App } from '#kernel/server/app.ts';
import type { Tenancy } from '#kernel/server/database/database.ts';
import { openApp } from '../../server/assemble.ts';
import { Client, type Cost, atRest, drive } from './drive.ts';
import { CALLER } from './load-forms.ts';
import { enter, logInClient } from './log-in.ts';
import type { BenchRun } from './operations.ts';
import type { Measured } from './report.ts';

const TENANT = '000000';
const LINES = 16;
const SECONDS = 6;
const HASHES = 8;
const LOGIN_TURNS = 25;
const LOGIN_RATIO = 1.2;
const DECISION_US = 20;
const SCOPED_RATIO = 1.1;
const MENUS = 300;
const MENUS_MS = 15;
/** Number of alternate rounds, since the speed of the machine varies by the minute. */
const TURNS = 3;
/**
 * Number of pairs of measurements, 1.5 s each. The median ratio of the pairs is reported. Thirteen runs within an hour
 * gave medians from 0.98 to 1.18.
 */
const PAIRS = 41;

const whole = (cost: Cost): number => cost.nodeMs + cost.databaseMs;
const pathOf = (more = ''): string => `${repairForm.path}/list?current=1&size=10${more}`;

/** Return the CPU of one password hash in ms, by the function that the login calls. */
async function hashMs(): Promise<number> {
  const stored = await hashPassword(md5('as_cs'));
  const began = process.cpuUsage();
  for (let n = 0; n < HASHES; n++) await isPassword(md5('as_cs'), stored);
  const used = process.cpuUsage(began);
  return (used.user + used.system) / 1000 / HASHES;
}

/**
 * Measure a login beside the hash of its password. The rest is locks, factors, session, profile and log. Logins are few
 * a second, so the CPU of the idle server is subtracted.
 */
async function login(bench: BenchRun): Promise<Measured> {
  bench.say('login');
  const rest = await atRest(bench.pids, SECONDS);
  // Measure some hashes beside each second of logins, since the speed of the machine varies.
  const turns: { readonly hash: number; readonly cost: Cost }[] = [];
  for (let turn = 0; turn < LOGIN_TURNS; turn++) {
    const before = await hashMs();
    const driven = await drive(bench.pids, 4, SECONDS / 4, async () => {
      await enter(bench.base, 'as_cs');
    });
    const cost = {
      ...driven,
      nodeMs: driven.nodeMs - rest.node / driven.perSecond,
      databaseMs: driven.databaseMs - rest.database / driven.perSecond,
    };
    turns.push({ hash: (before + (await hashMs())) / 2, cost });
  }
  const { hash, cost } = turns.toSorted((one, other) => whole(one.cost) / one.hash - whole(other.cost) / other.hash)[
    Math.floor(LOGIN_TURNS / 2)
  ];
  return {
    name: `login, ${(whole(cost) / hash).toFixed(2)} × the ${hash.toFixed(1)} ms of its password hash`,
    goal: `≤ ${LOGIN_RATIO} ×`,
    cost,
    met: whole(cost) <= LOGIN_RATIO * hash,
  };
}

/** Measure `decide` for every action of every paper and one person, in µs: the mean, and that of the slowest paper. */
function decisions(app: App, person: Person): Measured {
  const ROUNDS = 200;
  const each = [...app.papers.values()].map((paper) => {
    const verbs = ['view', 'add', 'edit', 'delete', 'export', 'import', ...Object.keys(paper.lifecycle?.actions ?? {})];
    const began = process.cpuUsage();
    for (let n = 0; n < ROUNDS; n++) for (const verb of verbs) decide(person, paper, verb);
    const used = process.cpuUsage(began);
    return { us: (used.user + used.system) / ROUNDS / verbs.length, verbs: verbs.length, name: paper.name };
  });
  const verbs = each.reduce((sum, one) => sum + one.verbs, 0);
  const mean = each.reduce((sum, one) => sum + one.us * one.verbs, 0) / verbs;
  const [dearest] = each.toSorted((one, other) => other.us - one.us);
  return {
    name: `a permission decision, ${verbs} verbs of ${each.length} papers: ${mean.toFixed(1)} µs, at most ${dearest.us.toFixed(1)} (${dearest.name})`,
    goal: `≤ ${DECISION_US} µs`,
    met: dearest.us <= DECISION_US,
  };
}

/**
 * Create, once, a person with three roles. Two of them limit repair forms by a data scope: one by department, one by a
 * rule.
 */
async function withThreeRoles(app: App, tenancy: Tenancy): Promise<string> {
  return app.db.write(tenancy, async (sql) => {
    const [there] = await sql.query<{ id: string }>(
      "select id from blade_user where tenant_id = $1 and account = 'bench_three'",
      [TENANT],
    );
    if (there) return there.id;
    const ms = app.clock.ms();
    await sql.query(
      `insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time)
      select next_id($2), $1, '测速 ' || role_name, 'bench_' || role_alias, scope, sort, create_time, update_time from blade_role where tenant_id = $1 and role_alias in ('as_cs', 'as_dispatcher', 'as_leader') and is_deleted = 0`,
      [TENANT, ms],
    );
    await sql.query(
      "insert into blade_role_menu (tenant_id, role_id, menu_id) select $1, n.id, g.menu_id from blade_role_menu g join blade_role o on o.id = g.role_id join blade_role n on n.role_alias = 'bench_' || o.role_alias and n.tenant_id = $1 where g.tenant_id = $1",
      [TENANT],
    );
    const scopes = [
      ['bench_as_cs', 4, null],
      [
        'bench_as_dispatcher',
        5,
        [
          { field: 'customerServiceTeam', op: 'in', value: 'east,west,north,south' },
          { field: 'urgency', op: 'notnull' },
        ],
      ],
    ] as const;
    for (const [alias, type, rule] of scopes) {
      const [{ id }] = await sql.query<{ id: string }>(
        `insert into blade_data_scope (id, tenant_id, menu_id, resource_code, scope_name, scope_type, scope_match, scope_value, create_time, update_time)
        select next_id($2), $1, m.id, $3, '测速', $4, 'all', $5, to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0) from blade_menu m where m.code = $3 and m.is_deleted = 0 returning id`,
        [TENANT, ms, repairForm.table, type, rule && JSON.stringify(rule)],
      );
      await sql.query(
        'insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select $1, id, 1, $2 from blade_role where tenant_id = $1 and role_alias = $3',
        [TENANT, id, alias],
      );
    }
    const [{ id }] = await sql.query<{ id: string }>(
      `insert into blade_user (id, tenant_id, account, password, real_name, role_id, dept_id, user_type, create_time, update_time)
      select next_id($2), $1, 'bench_three', '', '三个角色', (select array_agg(id) from blade_role where tenant_id = $1 and role_alias like 'bench\\_%'), u.dept_id, 1, u.create_time, u.update_time from blade_user u where u.tenant_id = $1 and u.account = 'as_cs' returning id`,
      [TENANT, ms],
    );
    return id;
  });
}

/** Compare the same list for a person with three roles and two data scopes with that of the administrator. */
async function scoped(bench: BenchRun, admin: Client, three: Client): Promise<Measured> {
  bench.say('a list by three roles and two scopes, and by the administrator');
  const measure = (client: Client): Promise<Cost> =>
    drive(bench.pids, LINES, SECONDS / 4, async () => {
      await client.ok('GET', pathOf());
    });
  // The lists of both people alternate, and each is first in every second pair, so that other load of the machine
  // affects both.
  const pairs: { readonly own: Cost; readonly all: Cost }[] = [];
  for (let turn = 0; turn < PAIRS; turn++) {
    const first = await measure(turn % 2 ? admin : three);
    const second = await measure(turn % 2 ? three : admin);
    pairs.push(turn % 2 ? { own: second, all: first } : { own: first, all: second });
  }
  const ratioOf = ({ own, all }: { readonly own: Cost; readonly all: Cost }): number => whole(own) / whole(all);
  const sorted = pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  const middle = sorted[Math.floor(PAIRS / 2)];
  const half = [sorted[Math.floor(PAIRS / 4)], sorted[Math.floor((PAIRS * 3) / 4)]]
    .map((one) => ratioOf(one).toFixed(2))
    .join(' to ');
  const [own, all] = [middle.own, middle.all];
  const ratio = whole(own) / whole(all);
  return {
    name: `list as somebody with three roles and two data scopes, ${ratio.toFixed(2)} × the ${whole(all).toFixed(2)} ms of the administrator (half of ${PAIRS} pairs: ${half})`,
    goal: `≤ ${SCOPED_RATIO} ×`,
    cost: own,
    met: ratio <= SCOPED_RATIO,
  };
}

interface MenuNode {
  readonly children?: readonly MenuNode[];
}
const sizeOf = (nodes: readonly MenuNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + sizeOf(node.children ?? []), 0);

/** Measure the call of the whole menu of a large company. Entries are added up to its size, and removed afterwards. */
async function menus(bench: BenchRun, app: App, tenancy: Tenancy, client: Client): Promise<Measured> {
  const path = 'blade-system/menu/routes';
  const read = async (): Promise<number> =>
    sizeOf((JSON.parse(await client.ok('GET', path)) as { data: MenuNode[] }).data);
  const lent = MENUS - (await read());
  try {
    await app.db.write(tenancy, (sql) =>
      sql.query(
        `insert into blade_menu (id, parent_id, code, name, path, category, sort, create_time, update_time)
      select next_id($2), m.id, 'bench_menu_' || n, '测速菜单' || n, '/bench/' || n, 1, n, m.create_time, m.update_time from generate_series(1, $1::int) n, (select * from blade_menu where code = 'system' or parent_id is null order by code = 'system' desc limit 1) m`,
        [lent, app.clock.ms()],
      ),
    );
    const entries = await read();
    bench.say(`menu of ${entries} entries`);
    const cost = await drive(bench.pids, 1, SECONDS, async () => {
      await client.ok('GET', path);
    });
    return {
      name: `menu of ${entries} entries in one answer, one person`,
      goal: `≤ ${MENUS_MS} ms`,
      cost,
      met: entries >= MENUS && cost.p50 <= MENUS_MS,
    };
  } finally {
    await app.db.write(tenancy, (sql) => sql.query("delete from blade_menu where code like 'bench\\_menu\\_%'"));
  }
}

/** Measure what the log of calls costs: two servers alternate, one of them without the log. */
async function callLog(bench: BenchRun): Promise<Measured> {
  bench.say('calls noted, and not');
  const quiet = await bench.open({ CALL_LOG: 'off' });
  try {
    const [on, off] = [await logInClient(bench.base), await logInClient(quiet.address)];
    const costs: { on: Cost[]; off: Cost[] } = { on: [], off: [] };
    const body = JSON.stringify({ customerName: CALLER, phone: '13800138000', description: '' });
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [how, client, pid] of [
        ['on', on, bench.pids.server],
        ['off', off, quiet.pid],
      ] as const) {
        // Send a call that is refused: it is the cheapest that is logged, so the share of the log is largest.
        costs[how].push(
          await drive({ ...bench.pids, server: pid }, LINES, SECONDS / 2, async () => {
            await client.send('POST', `${repairForm.path}/submit`, JSON.parse(body));
          }),
        );
      }
    }
    const mean = (of: Cost[]): number => of.reduce((sum, one) => sum + whole(one), 0) / of.length;
    const took = mean(costs.on) - mean(costs.off);
    on.close();
    off.close();
    return {
      name: `a refused call that is noted in the log; ${took.toFixed(2)} ms of it the note (${mean(costs.off).toFixed(2)} without)`,
      goal: 'no goal',
      cost: costs.on[0],
      met: true,
    };
  } finally {
    await quiet.stop();
  }
}

/** Measure logins, decisions, lists by rights, menus and the log of calls. */
export async function rights(bench: BenchRun): Promise<Measured[]> {
  const app = await openApp({
    appUrl: bench.appUrl,
    dataDir: bench.dataDir,
    captcha: false,
    demo: true,
    connections: 2,
  });
  const admin = await logInClient(bench.base, 'admin');
  try {
    const tenancy = (await app.ports.tenancy(TENANT))!;
    const id = await withThreeRoles(app, tenancy);
    const { access } = await new Sessions(app).open(tenancy, id, {
      ip: '127.0.0.1',
      agent: 'bench',
      client: 'saber',
    });
    await admin.ok('GET', 'blade-auth/oauth/clear-cache');
    const three = new Client(bench.base, access, TENANT);
    const person = (await app.ports.person(tenancy, id))!;
    const rows = [
      await login(bench),
      decisions(app, person),
      await scoped(bench, admin, three),
      await menus(bench, app, tenancy, admin),
      await callLog(bench),
    ];
    three.close();
    return rows;
  } finally {
    admin.close();
    await app.close();
  }
}
