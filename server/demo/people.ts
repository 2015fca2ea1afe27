import { mustFind } from '#kernel/language/must.ts';
import pg from 'pg';
import type { DemoDepartment, DemoUser } from '#business/system/seed/demo-world.seed.ts';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { rooms } from '../rooms.ts';

/** An account with a public password; it exists only in the demo company. */
export interface SeededAccount {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: readonly [string, string];
}

const TENANT = '000000';

/** The roles with a demo account, in the order of the rooms. Customers use links instead of a login. */
const tried = rooms
  .flatMap((room) => room.roles ?? [])
  .filter((role) => role.alias.startsWith('as_') && role.alias !== 'as_customer');

export const demoAccounts = (): SeededAccount[] => [
  ...tried.map((role): SeededAccount => ({
    tenant: TENANT,
    account: role.alias,
    password: role.alias,
    role: role.label,
  })),
  { tenant: TENANT, account: 'admin', password: 'admin', role: ['平台管理员', 'Platform administrator'] },
  {
    tenant: '100001',
    account: 'admin',
    password: 'admin',
    role: ['江南暖通服务 管理员', 'Administrator of another company'],
  },
];

const departments: readonly { name: string; teams: readonly string[] }[] = [
  { name: '客服中心', teams: [] },
  { name: '浦东服务部', teams: ['east'] },
  { name: '长宁服务部', teams: ['west'] },
  { name: '宝山服务部', teams: ['north'] },
  { name: '闵行服务部', teams: ['south'] },
  { name: '安装工程部', teams: ['install', 'install2'] },
  { name: '水与智能部', teams: ['water', 'smart'] },
  { name: '调度中心', teams: ['east', 'west', 'north', 'south', 'install', 'install2', 'water', 'smart'] },
  { name: '仓储部', teams: [] },
  { name: '财务部', teams: [] },
  { name: '人事部', teams: [] },
  { name: '总经办', teams: [] },
];

const posts: readonly [code: string, name: string, category: number][] = [
  ['GM', '总经理', 1],
  ['MGR', '部门经理', 2],
  ['CS', '客服专员', 3],
  ['DISP', '调度员', 3],
  ['TECH', '服务技师', 3],
  ['STORE', '仓管员', 3],
  ['FIN', '会计', 3],
];

const names: Readonly<Record<string, readonly [name: string, dept: string]>> = {
  as_cs: ['林晓雯', '客服中心'],
  as_dispatcher: ['陈思远', '调度中心'],
  as_leader: ['周建平', '浦东服务部'],
  as_technician: ['蒋志强', '浦东服务部'],
  as_store: ['何丽华', '仓储部'],
  as_finance: ['沈静怡', '财务部'],
  as_piece_auditor: ['罗启航', '财务部'],
  as_hr: ['唐婉清', '人事部'],
  as_manager: ['顾明哲', '总经办'],
  as_admin: ['许文涛', '总经办'],
  as_sap: ['SAP接口', '仓储部'],
  as_cs_lead: ['宋雅琴', '客服中心'],
  as_store_lead: ['韩国梁', '仓储部'],
  as_finance_lead: ['秦若兰', '财务部'],
  as_piece_lead: ['方志远', '财务部'],
  as_operator: ['方岚', '客服中心'],
  as_iot: ['季明', '水与智能部'],
  as_iot_lead: ['顾清', '水与智能部'],
};

export interface DemoPeople {
  readonly users: DemoUser[];
  readonly departments: DemoDepartment[];
  createUser(user: {
    account: string;
    realName: string;
    phone: string;
    deptId: string;
    role: string;
  }): Promise<DemoUser>;
}

/**
 * Create the departments and accounts of the demo company. They are inserted as the owner of the database, since nobody
 * can log in yet.
 */
export async function hirePeople(client: pg.Client, ms: number): Promise<DemoPeople> {
  const ask = async <R>(text: string, values: unknown[]): Promise<R[]> =>
    (await client.query(text, values)).rows as R[];
  const times = 'to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0)';
  const [root] = await ask<{ id: string }>('select id from blade_dept where tenant_id = $1 order by id limit 1', [
    TENANT,
  ]);
  const made: DemoDepartment[] = [];
  for (const [at, one] of departments.entries()) {
    const [row] = await ask<{ id: string }>(
      `insert into blade_dept (id, tenant_id, dept_name, full_name, parent_id, dept_category, customer_service_teams, sort, create_time, update_time) values (next_id($1), $2, $3, $4, $5, 2, $6, $7, ${times}) returning id`,
      [ms, TENANT, one.name, `沪上舒适家·${one.name}`, root.id, one.teams, at + 1],
    );
    made.push({ id: row.id, name: one.name, teams: one.teams });
  }
  for (const [at, [code, name, category]] of posts.entries())
    await ask(
      `insert into blade_post (id, tenant_id, post_code, post_name, category, sort, create_time, update_time) values (next_id($1), $2, $3, $4, $5, $6, ${times})`,
      [ms, TENANT, code, name, category, at + 1],
    );
  const createUser: DemoPeople['createUser'] = async ({ account, realName, phone, deptId, role }) => {
    const [row] = await ask<{ id: string }>(
      `insert into blade_user (id, tenant_id, account, password, real_name, name, phone, role_id, dept_id, user_type, must_change, create_time, update_time)
      values (next_id($1), $2, $3, $4, $5, $5, $6, (select array_agg(id) from blade_role where tenant_id = $2 and role_alias = any(string_to_array($7, ','))), array[$8::bigint], 1, false, ${times}) returning id`,
      [ms, TENANT, account, await hashPassword(md5(account)), realName, phone, role, deptId],
    );
    return { id: row.id, account, realName, deptId, role };
  };
  const users: DemoUser[] = [];
  for (const [at, { alias }] of tried.entries()) {
    const [realName, dept] = names[alias] ?? [alias, '总经办'];
    users.push(
      await createUser({
        account: alias,
        realName,
        phone: `1390000${String(1000 + at)}`,
        deptId: mustFind(made, (one) => one.name === dept).id,
        role: alias,
      }),
    );
  }
  return { users, departments: made, createUser };
}
