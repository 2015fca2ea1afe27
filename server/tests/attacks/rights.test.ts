import { describe, expect, test } from 'vitest';
import { checked, committed, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const admin = await server.as('admin', { who: 'own' });
const cs = await server.as('as_cs');

describe('权限 Rights', () => {
  test('别名里含有 admin 的角色不是管理员，保留的别名拿不到 an alias that contains admin gives no rights, and reserved aliases are refused', async () => {
    const own = await server.as('admin', { tenantId: '100001' });
    for (const roleAlias of ['administrator', 'admin'])
      expect(
        (await own.post('blade-system/role/submit', { roleName: '假', roleAlias, scope: 'all', sort: 1 })).reason,
        roleAlias,
      ).toBe('system.reservedAlias');
    for (const roleAlias of ['xadminx', 'Administrator', 'admin2', 'administrator,admin', ' admin']) {
      const made = await own.post('blade-system/role/submit', {
        roleName: `假${roleAlias}`,
        roleAlias,
        scope: 'all',
        sort: 1,
      });
      if (made.status !== 200) continue;
      const [{ id }] = await server.tables<{ id: string }>(
        "insert into blade_user (id, tenant_id, account, password, real_name, role_id, user_type, create_time, update_time) values (next_id($2), '100001', 'alias' || $3, '', 'x', array[$1::bigint], 1, now(), now()) returning id",
        [made.data.id, server.clock.ms(), roleAlias],
      );
      const { access } = await server.assembly.sessions.open({ tenantId: '100001', zone: 'Asia/Shanghai' }, id, {
        ip: '',
        agent: '',
        client: 'saber',
      });
      const answer = await server
        .stranger()
        .send('GET', 'blade-system/user/page', { headers: { 'Blade-Auth': `bearer ${access}` } });
      expect([answer.status, made.data.roleAlias === 'admin'], roleAlias).toEqual([403, false]);
    }
  });

  test('给不出自己没有的菜单、角色与范围，也改不了自己的角色 people cannot grant menus, roles and scopes that they lack, nor change their own role', async () => {
    const menu = async (code: string): Promise<string> =>
      (
        await server.tables<{ id: string }>(
          'select id::text as id from blade_menu where code = $1 and is_deleted = 0',
          [code],
        )
      )[0].id;
    const mine = (
      await admin.post('blade-system/role/submit', { roleName: '授权员', roleAlias: 'granter', scope: 'own', sort: 1 })
    ).data.id as string;
    const other = (
      await admin.post('blade-system/role/submit', { roleName: '旁人', roleAlias: 'bystander', scope: 'own', sort: 1 })
    ).data.id as string;
    await admin.post('blade-system/role/grant', {
      roleIds: mine,
      menuIds: await Promise.all(
        [
          'blade_role_view',
          'blade_role_edit',
          'blade_role_add',
          'blade_user_view',
          'blade_user_edit',
          'blade_user_add',
        ].map(menu),
      ),
    });
    const clerk = await server.as('granter');
    expect(
      (await clerk.post('blade-system/role/grant', { roleIds: other, menuIds: [await menu('blade_role_view')] }))
        .status,
    ).toBe(200);
    expect(
      (
        await clerk.post('blade-system/role/grant', {
          roleIds: other,
          menuIds: [await menu('blade_role_view'), await menu('blade_role_delete')],
        })
      ).reason,
    ).toBe('system.aboveYou');
    expect(
      (await clerk.post('blade-system/role/grant', { roleIds: mine, menuIds: [await menu('blade_role_view')] })).reason,
    ).toBe('system.notYourself');
    expect((await clerk.post('blade-system/role/submit', { id: other, scope: 'all' })).reason).toBe('system.aboveYou');
    const [{ id: adminRole }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'admin'",
    );
    expect(
      (
        await clerk.post('blade-system/user/submit', {
          account: 'mine',
          realName: '我的',
          roleId: [adminRole],
          password: 'Secret2026',
        })
      ).reason,
    ).toBe('system.aboveYou');
    expect((await clerk.post('blade-system/user/grant', { userIds: clerk.id, roleIds: other })).reason).toBe(
      'system.notYourself',
    );
    // The clerk cannot weaken roles with more rights (their buttons, name, data scope or status), nor disable their
    // people.
    await admin.post('blade-system/role/grant', {
      roleIds: mine,
      menuIds: await Promise.all(
        [
          'blade_role_view',
          'blade_role_edit',
          'blade_role_delete',
          'blade_user_view',
          'blade_user_edit',
          'blade_user_add',
          'blade_user_import',
        ].map(menu),
      ),
    });
    const wide = (
      await admin.post('blade-system/role/submit', {
        roleName: '看全部的',
        roleAlias: 'sees-all',
        scope: 'all',
        sort: 1,
      })
    ).data.id as string;
    const manager = await server.as('as_manager', { who: 'above' });
    const [{ id: above }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_manager'",
    );
    const taken: [string, object][] = [above, adminRole, wide].flatMap((id): [string, object][] => [
      ['role/grant', { roleIds: id, menuIds: [] }],
      ['role/submit', { id, roleName: '路人' }],
      ['role/submit', { id, scope: 'own' }],
      ['role/submit', { id, status: 0 }],
      ['role/remove', { ids: id }],
    ]);
    const rights = () =>
      server.tables(
        "select r.role_name, r.role_alias, r.scope, r.status, r.is_deleted, (select count(*)::int from blade_role_menu g where g.role_id = r.id) as menus from blade_role r where tenant_id = '000000' order by r.id",
      );
    const before = await rights();
    for (const [call, body] of [...taken, ['user/submit', { id: manager.id, status: 0 }]] as [string, object][])
      expect(
        [(await clerk.post(`blade-system/${call}`, body)).reason, await rights()],
        `${call} ${JSON.stringify(body)}`,
      ).toEqual([expect.stringMatching(/^system\.(aboveYou|reservedAlias)$/), before]);
    // Data scopes are limited like buttons: nobody gets a wider one by a new account or by another department.
    expect(
      (
        await clerk.post('blade-system/user/submit', {
          account: 'mine-too',
          realName: '我的',
          roleId: [wide],
          password: 'Secret2026',
        })
      ).reason,
    ).toBe('system.aboveYou');
    const [{ id: dept }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_dept where tenant_id = '000000' and is_deleted = 0 order by id desc limit 1",
    );
    expect((await clerk.post('blade-system/user/submit', { id: clerk.id, deptId: [dept] })).reason).toBe(
      'system.notYourself',
    );
    // An import of people is limited like saving them one by one.
    const sheet = await checked(
      clerk,
      'blade-system/user',
      await sheetWith([
        ['账号*', '姓名*', '角色名称'],
        ['smuggled', '偷渡', '经理'],
      ]),
    );
    expect((await committed(clerk, 'blade-system/user', sheet.data.batch)).data.counts, sheet.msg).toMatchObject({
      new: 0,
      refused: 1,
    });
    expect(await server.tables("select 1 from blade_user where account = 'smuggled'")).toEqual([]);
  });

  test('多塞的字段绑不进表里 additional fields of a request are ignored', async () => {
    const before = (
      await server.tables(
        'select tenant_id, create_user, create_time, is_deleted, password, must_change, version, account from blade_user where id = $1',
        [cs.id],
      )
    )[0];
    const stuffed = {
      tenantId: '100001',
      tenant_id: '100001',
      isDeleted: 1,
      is_deleted: 1,
      createUser: '1',
      createTime: '2000-01-01 00:00:00',
      createDept: '1',
      mustChange: true,
      registerState: 'pending',
      passwordHash: 'x',
      __proto__: { platform: true },
      constructor: { prototype: { platform: true } },
    };
    expect(
      (await admin.post('blade-system/user/submit', { id: cs.id, realName: '改过的名字', ...stuffed })).status,
    ).toBe(200);
    const after = (
      await server.tables(
        'select tenant_id, create_user, create_time, is_deleted, password, must_change, version, account from blade_user where id = $1',
        [cs.id],
      )
    )[0];
    expect(after).toEqual({ ...before, version: Number(before.version) + 1 });
    expect(
      (await cs.post('blade-system/user/update-info', { ...stuffed, roleId: ['1'], account: 'root', avatar: '' }))
        .status,
    ).toBe(200);
    expect(
      (await server.tables('select account, tenant_id, role_id from blade_user where id = $1', [cs.id]))[0],
    ).toMatchObject({ account: before.account, tenant_id: '000000' });
    expect((await cs.get('blade-system/tenant/page')).status).toBe(403);
    const [{ password }] = await server.tables<{ password: string }>(
      "select password from blade_user where account = 'admin' and tenant_id = '000000'",
    );
    for (const path of ['page', 'detail', 'list', 'user-list', 'info'])
      expect(JSON.stringify((await admin.get(`blade-system/user/${path}`, { id: admin.id })).body), path).not.toContain(
        password || '$argon2id',
      );
  });

  test('一家公司改不了平台的参数，别家也不受影响 a company cannot change parameters of the platform or of another company', async () => {
    const own = await server.as('admin', { tenantId: '100001' });
    const [{ id }] = await server.tables<{ id: string }>(
      "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', '平台', 'attack.param', '1', now(), now()) returning id::text as id",
      [server.clock.ms()],
    );
    for (const path of ['submit', 'update', 'remove', 'detail'])
      expect(
        (
          await (path === 'detail'
            ? own.get(`blade-system/param/${path}`, { id })
            : own.post(`blade-system/param/${path}`, { id, ids: id, paramValue: '2' }))
        ).status,
        path,
      ).toBe(404);
    expect(
      (
        await own.post('blade-system/param/submit', {
          paramName: '自己',
          paramKey: 'attack.param',
          paramValue: '3',
          tenantId: '000000',
        })
      ).status,
    ).toBe(200);
    expect(
      await server.tables(
        "select tenant_id, param_value from blade_param where param_key = 'attack.param' order by tenant_id",
      ),
    ).toEqual([
      { tenant_id: '000000', param_value: '1' },
      { tenant_id: '100001', param_value: '3' },
    ]);
  });
});
