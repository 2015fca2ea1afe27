import { describe, expect, test } from 'vitest';
import { downloadSheet, sheetOf, uploadSheetFile } from '#kernel/testing/sheets.ts';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { roleHolders } from './testing/role-holders.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'own' });
const { idOf, menuId, holder } = roleHolders(server, admin);

describe('部门 Departments', () => {
  test('a caller with a department scope assigns and removes only departments in it: by hand, in bulk and by a sheet', async () => {
    const { caller, role } = await holder('keeper', [
      'blade_user_view',
      'blade_user_add',
      'blade_user_edit',
      'blade_user_import',
    ]);
    const scope = await admin.post('blade-system/data-scope/submit', {
      menuId: await menuId('blade_user'),
      scopeName: '本部门及下级的人员',
      scopeType: 4,
      scopeColumn: 'deptId',
    });
    expect(scope.status, scope.msg).toBe(200);
    await admin.post('blade-system/role/grant', {
      roleIds: [role],
      menuIds: (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu,
      dataScopeIds: [scope.data.id],
    });
    const own = await idOf('select dept_id[1]::text as id from blade_user where id = $1', [caller.id]);
    const dept = async (deptName: string, parentId: string): Promise<string> =>
      (await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, sort: 1 })).data.id;
    const [below, far] = [await dept('值班组', own), await dept('别处', '')];
    const submit = (body: object, who = caller): Promise<Answer> => who.post('blade-system/user/submit', body);
    const hired = await submit({ account: 'mover', realName: '小移', deptId: below });
    expect(hired.status, hired.msg).toBe(200);
    const { id } = hired.data;
    // A department scope shows all people of these departments, whoever created them. The picker offers the same
    // departments.
    expect(
      ((await caller.get('blade-system/user/page')).data.records as { id: string }[]).map((one) => one.id).sort(),
    ).toEqual([id, caller.id].sort());
    const offered = async (who: TestCaller): Promise<string[]> =>
      ((await who.get('blade-system/user/departments')).data as { id: string }[]).map((one) => one.id);
    expect((await offered(caller)).sort()).toEqual([own, below].sort());
    expect(await offered(admin)).toEqual(expect.arrayContaining([own, below, far]));
    const refused = await submit({ id, deptId: `${below},${far}` });
    expect([refused.status, refused.reason, refused.data.fields]).toEqual([
      403,
      'system.departmentNotYours',
      [{ field: 'deptId', msg: '不在您可见范围内的部门：别处' }],
    ]);
    expect((await caller.post('blade-system/user/bulk', { ids: [id], set: { deptId: far } })).reason).toBe(
      'system.departmentNotYours',
    );
    expect((await submit({ account: 'mover2', realName: '小二', deptId: far }, caller.inEnglish())).msg).toBe(
      'You can move people only into and out of departments that you see',
    );
    expect((await submit({ id, deptId: `${below},${own}` })).status).toBe(200);
    expect((await submit({ id, deptId: `${own},${far}` }, admin)).status).toBe(200);
    expect((await submit({ id, deptId: own })).reason).toBe('system.departmentNotYours');
    expect((await submit({ id, deptId: `${far},${below}`, realName: '小移动' })).status).toBe(200);
    const sheet = `账户,姓名,部门名称\nmover3,小三,别处\nmover,小移,值班组\nmover4,小四,值班组\nmover5,小五,`;
    const brought = await uploadSheetFile(
      caller,
      'blade-system/user/import-user?isCovered=1',
      Buffer.from(sheet),
      '用户.csv',
    );
    expect(brought.data.counts, brought.msg).toMatchObject({ new: 1, refused: 3 });
    expect(
      await server.tables(
        "select account, dept_id::text as depts from blade_user where account like 'mover%' order by account",
      ),
    ).toEqual([{ account: 'mover', depts: `{${far},${below}}` }]);
    // The import template lists the permitted values: the caller's departments and grantable roles. An ambiguous
    // department name is left out.
    const choices = async (label: string): Promise<string[]> => {
      const [head, ...rows] = await sheetOf(
        (await downloadSheet(caller, 'blade-system/user/import/template')).bytes,
        1,
      );
      return rows
        .map((row) => String(row[head.indexOf(label)] ?? ''))
        .filter(Boolean)
        .sort();
    };
    expect(await choices('所属部门')).toEqual(
      ['值班组', await idOf('select dept_name as id from blade_dept where id = $1', [own])].sort(),
    );
    expect([(await choices('所属角色')).includes('keeper'), (await choices('所属角色')).includes('客服')]).toEqual([
      true,
      false,
    ]);
    expect(((await caller.get('blade-system/role/scopes')).data as { id: string }[]).map((one) => one.id)).toEqual([
      'all',
      'own',
      'department',
      'departmentBelow',
      'team',
    ]);
    await dept('值班组', far);
    expect(await choices('所属部门')).not.toContain('值班组');
    // A caller with a department scope must name a department; otherwise the new person is out of sight. A caller with
    // full scope may omit it.
    const nowhere = await submit({ account: 'mover6', realName: '小六' });
    expect([nowhere.status, nowhere.reason, nowhere.data.fields[0].field]).toEqual([
      400,
      'system.departmentNeeded',
      'deptId',
    ]);
    expect((await submit({ account: 'mover6', realName: '小六' }, admin)).status).toBe(200);
  });

  test('a writer of departments moves them only within their scope, and never the top', async () => {
    const { caller } = await holder(
      'hanger',
      ['blade_dept_view', 'blade_dept_add', 'blade_dept_edit'],
      'departmentBelow',
    );
    const own = await idOf('select dept_id[1]::text as id from blade_user where id = $1', [caller.id]);
    const submit = (body: object, who = caller): Promise<Answer> =>
      who.post('blade-system/dept/submit', { fullName: '试', sort: 1, ...body });
    const far = (await submit({ deptName: '远处', parentId: '' }, admin)).data.id as string;
    const below = await submit({ deptName: '一组', parentId: own });
    expect(below.status, below.msg).toBe(200);
    const { id } = below.data as { id: string };
    const refused = await submit({ id: far, deptName: '远处', parentId: own });
    expect([refused.status, refused.reason, refused.data.fields]).toEqual([
      403,
      'system.departmentNotHung',
      [{ field: 'parentId', msg: '不在您可见范围内：远处' }],
    ]);
    expect((await submit({ deptName: '新', parentId: '' })).data.fields[0].msg).toBe('请选择您可见的上级部门');
    for (const body of [
      { deptName: '新', parentId: far },
      { id, deptName: '一组', parentId: far },
      { id, deptName: '一组', parentId: '' },
      { id: own, deptName: '总', parentId: id },
    ])
      expect((await submit(body)).reason, JSON.stringify(body)).toBe('system.departmentNotHung');
    for (const [call, body] of [
      ['arrange', { rows: { [far]: { parentId: own, sort: 1 } } }],
      ['bulk', { ids: [id], set: { parentId: far } }],
    ] as const)
      expect((await caller.inEnglish().post(`blade-system/dept/${call}`, body)).msg).toBe(
        'You can hang departments only among those that you see',
      );
    const other = (await submit({ deptName: '二组', parentId: own })).data.id as string;
    expect((await submit({ id: other, deptName: '二组', parentId: id })).status).toBe(200);
    expect(
      ((await caller.get('blade-system/dept/offered')).data as { id: string }[]).map((one) => one.id).sort(),
    ).toEqual(expect.arrayContaining([own, id, other]));
    expect(JSON.stringify((await caller.get('blade-system/dept/offered')).data)).not.toContain(far);
    // People see the papers of their department’s teams, so a caller may add only teams within their own scope.
    expect((await submit({ id, deptName: '一组', customerServiceTeams: ['smart'] })).reason).toBe(
      'system.teamsNotYours',
    );
    expect((await submit({ id, deptName: '一组', customerServiceTeams: ['smart'] }, admin)).status).toBe(200);
    expect((await submit({ id: other, deptName: '二组', customerServiceTeams: ['smart'] })).status).toBe(200);
    expect((await submit({ id: far, deptName: '远处', parentId: own }, admin)).status).toBe(200);
  });
});
