import { kindOf } from '#kernel/fields/kinds.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buttonOf, fieldsOf, fieldOf } from '#kernel/language/paper.ts';
import { allTables } from '../../../server/assemble.ts';
import { isWritten, titled } from '../choose.ts';
import { type Body, keeper, sample, saved, describeAnswer } from '../sample.ts';
import { type TestCaller, openTestServer } from '../test-server.ts';
import { databaseUrl } from '../template.ts';

const server = await openTestServer(import.meta.url);
const worker = new pg.Client({
  connectionString: databaseUrl(process.env.ANJU_TEST_APP_URL!, new URL(server.ownerUrl).pathname.slice(1)),
});

beforeAll(async () => {
  await worker.connect();
});
afterAll(async () => {
  await worker.end();
});

const tenants = allTables().filter((table) => table.tenants);
const tenantIs = (id: string): Promise<unknown> => worker.query("select set_config('anju.tenant', $1, false)", [id]);

describe('第二道墙 The second wall', () => {
  test(
    '工作角色没有租户时什么也看不到，有租户时只看到自己的 without a tenant nothing is seen, with one only its rows',
    { timeout: 90_000 },
    async () => {
      for (const [, paper] of titled((one) => one.owner !== 'platform'))
        for (const tenantId of ['000000', '100001']) await saved(server, paper, {}, tenantId);
      for (const table of tenants) {
        await tenantIs('');
        expect((await worker.query(`select 1 from ${table.name} limit 1`)).rowCount, table.name).toBe(0);
        await tenantIs('100001');
        expect(
          (await worker.query(`select 1 from ${table.name} where tenant_id <> '100001' limit 1`)).rowCount,
          table.name,
        ).toBe(0);
        const mine = (await worker.query(`select count(*)::int as n from ${table.name}`)).rows[0].n;
        const [{ n }] = await server.tables<{ n: number }>(
          `select count(*)::int as n from ${table.name} where tenant_id = '100001'`,
        );
        expect(mine, table.name).toBe(n);
      }
    },
  );

  test('工作角色不能写别家的行，也不能改日志 the work role writes no row of another company, and changes no log', async () => {
    await tenantIs('100001');
    for (const table of tenants.filter((one) => !one.appendOnly)) {
      expect(
        (await worker.query(`update ${table.name} set tenant_id = tenant_id where tenant_id = '000000'`)).rowCount,
        table.name,
      ).toBe(0);
      expect((await worker.query(`delete from ${table.name} where tenant_id = '000000'`)).rowCount, table.name).toBe(0);
    }
    for (const table of tenants.filter((one) => one.appendOnly)) {
      await expect(worker.query(`update ${table.name} set tenant_id = tenant_id`), table.name).rejects.toMatchObject({
        code: '42501',
      });
      await expect(worker.query(`delete from ${table.name}`), table.name).rejects.toMatchObject({ code: '42501' });
    }
    await expect(
      worker.query("insert into anju_counter (tenant_id, rule, period, value) values ('000000', 'x', 'x', 1)"),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

/** Create a role with these buttons and this data scope. */
async function role(
  alias: string,
  scope: string,
  buttons: readonly string[],
  custom: Body | null = null,
): Promise<void> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, custom_scope, sort, create_time, update_time) values (next_id($4), '000000', $1, $1, $2, $3, 1, now(), now())",
    [alias, scope, custom, server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.code = any($2)",
    [alias, buttons],
  );
  server.app.ports.forget('000000');
}

const [, scoped] = titled(
  (paper) =>
    isWritten(paper) &&
    paper.sight !== 'shared' &&
    Boolean(paper.team && 'field' in paper.team) &&
    !paper.lifecycle &&
    // The rows are created by people who see no other paper, so papers with required references are left out.
    !fieldsOf(paper).some(([, field]) => field.required && field.paper && kindOf(field).code === undefined),
)[0];
const button = (...actions: string[]): string[] => actions.map((action) => buttonOf(scoped, action));
const all = ['view', 'add', 'edit', 'delete'];
const teamField = String((scoped.team as { field: string }).field);
const seenBy = async (by: TestCaller): Promise<string[]> =>
  ((await by.get(`${scoped.path}/page`, { size: 1000 })).data.records as Body[]).map((row) => String(row.id));
const make = async (by: TestCaller, over: Body = {}): Promise<string> => {
  // Leave out references: the caller may not see rows of other papers, and so may not refer to them.
  const own = Object.fromEntries(
    Object.entries(await sample(server, scoped, over)).filter(([name]) => {
      const field = fieldOf(scoped, name);
      return Object.hasOwn(over, name) || !field?.paper || kindOf(field).code !== undefined;
    }),
  );
  const answer = await by.post(`${scoped.path}/submit`, own);
  expect(answer.status, describeAnswer(answer)).toBe(200);
  return answer.data.id;
};

describe('数据范围 Which rows a role sees', () => {
  test('本人、本部门、本部门及下级、班组、自定义 own, department, below, team, custom', async () => {
    for (const scope of ['own', 'department', 'departmentBelow', 'team'])
      await role(`sees_${scope}`, scope, button(...all));
    const own = await server.as('sees_own');
    const department = await server.as('sees_department');
    const below = await server.as('sees_departmentBelow');
    const colleague = await server.as('sees_own', { who: 'colleague' });
    await server.tables(
      'update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2',
      [department.id, colleague.id],
    );
    await server.tables(
      'update blade_dept set parent_id = (select dept_id[1] from blade_user where id = $1) where id = (select dept_id[1] from blade_user where id = $2)',
      [below.id, department.id],
    );
    server.app.ports.forget('000000');
    const [mine, theirs] = [await make(own, { [teamField]: 'west' }), await make(colleague, { [teamField]: 'east' })];
    expect(await seenBy(own)).toEqual([mine]);
    expect(await seenBy(department)).toEqual([theirs]);
    expect(await seenBy(below)).toEqual([theirs]);
    const team = await server.as('sees_team', { teams: ['west'] });
    expect(await seenBy(team)).toContain(mine);
    expect(await seenBy(team)).not.toContain(theirs);
    await role('sees_custom', 'custom', button(...all), { [scoped.table]: { [teamField]: 'west' } });
    const custom = await server.as('sees_custom');
    expect(await seenBy(custom)).toEqual(await seenBy(team));
    for (const by of [own, team, custom]) {
      for (const path of [`detail?id=${theirs}`, `history?id=${theirs}`])
        expect((await by.get(`${scoped.path}/${path}`)).status).toBe(404);
      for (const path of ['update', 'remove', 'copy'])
        expect((await by.post(`${scoped.path}/${path}`, { id: theirs, ids: theirs })).status, path).toBe(404);
    }
  });

  test('角色各算各的：一个角色的按钮不打开另一个角色的行 the button of one role does not open the rows of another', async () => {
    await role('edits_own', 'own', button('view', 'add', 'edit', 'delete'));
    await role('views_all', 'all', button('view'));
    const both = await server.as('edits_own,views_all');
    const theirs = await make(await keeper(server));
    const mine = await make(both);
    expect(await seenBy(both)).toEqual(expect.arrayContaining([mine, theirs]));
    const rows = (await both.get(`${scoped.path}/page`, { size: 1000 })).data.records as Body[];
    expect(rows.find((row) => row.id === mine)!._can).toEqual(['edit', 'delete']);
    expect(rows.find((row) => row.id === theirs)!._can).toEqual([]);
    for (const path of ['update', 'remove'])
      expect((await both.post(`${scoped.path}/${path}`, { id: theirs, ids: theirs })).status).toBe(404);
    const bulk = await both.post(`${scoped.path}/bulk`, { ids: [mine, theirs], set: {} });
    expect(bulk.data).toMatchObject({ success: [mine], failed: [{ id: theirs, reason: 'row.missing' }] });
  });

  test('自定义范围与按钮说法一致 with a custom scope the offered actions match the calls', async () => {
    await role('edits_some', 'custom', button('edit'), { [scoped.table]: { [teamField]: 'west' } });
    const both = await server.as('edits_some,views_all');
    const ids = [
      await make(await keeper(server), { [teamField]: 'west' }),
      await make(await keeper(server), { [teamField]: 'east' }),
    ];
    const rows = (await both.get(`${scoped.path}/page`, { size: 1000 })).data.records as Body[];
    for (const id of ids) {
      const can = rows.find((row) => row.id === id)!._can as string[];
      expect((await both.post(`${scoped.path}/update`, { id })).status === 200, String(can)).toBe(can.includes('edit'));
    }
  });
});

describe('平台的数据只有平台改 What is the platform’s', () => {
  test('租户管理员不能改平台的数据，也看不到别的租户 an administrator of a company changes nothing of the platform', async () => {
    const admin = await server.as('admin', { tenantId: '100001' });
    for (const [title, paper] of titled((one) => one.owner === 'platform')) {
      const row = await saved(server, paper);
      for (const path of ['submit', 'save', 'update', 'remove', 'restore', 'copy', 'bulk']) {
        const answer = await admin.post(`${paper.path}/${path}`, { ...row, ids: [row.id], set: {} });
        expect(answer.status, `${title} ${path}: ${describeAnswer(answer)}`).toBe(403);
      }
      if (!paper.rights.read.includes('admin'))
        for (const path of ['page', 'detail', 'history'])
          expect((await admin.get(`${paper.path}/${path}`, { id: row.id })).status, `${title} ${path}`).toBe(403);
    }
  });
});
