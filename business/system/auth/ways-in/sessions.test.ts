import { describe, expect, test } from 'vitest';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { logins, toldOf } from './testing/logins.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'own' });
const { token, as, person } = logins(server);

describe('部门与角色 Duties', () => {
  test('working in one role limits the buttons to it, and only own roles can be chosen', async () => {
    const { id, login } = await person('both', 'as_cs,as_store');
    const roles = (await as(await login()).get('blade-system/role/select', { userId: id })).data as {
      id: string;
      roleAlias: string;
    }[];
    const store = roles.find((one) => one.roleAlias === 'as_store')!;
    const [{ id: foreign }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'admin'",
    );
    const first = await login();
    expect(
      (
        await token(
          { grant_type: 'refresh_token', refresh_token: first.body.refresh_token },
          { headers: { 'Role-Id': foreign, 'Dept-Id': '' } },
        )
      ).reason,
    ).toBe('system.notYourDuty');
    const switched = await token(
      { grant_type: 'refresh_token', refresh_token: first.body.refresh_token },
      { headers: { 'Role-Id': store.id, 'Dept-Id': '' } },
    );
    expect(switched.body, switched.msg).toMatchObject({ role_id: store.id, role_name: 'as_store' });
    const narrow = as(switched, id);
    const writes = (caller: TestCaller): Promise<Answer> =>
      caller.post('blade-maintenance/webApi/asrepairform/submit', {});
    expect((await writes(narrow)).status).toBe(403);
    expect((await narrow.get('blade-auth/oauth/user-info')).data.roles).toEqual(['as_store']);
    // A further renewal keeps the chosen role, and a new login has all roles again.
    const later = await token({ grant_type: 'refresh_token', refresh_token: switched.body.refresh_token });
    expect(later.body.role_name).toBe('as_store');
    expect((await writes(as(await login()))).status).toBe(400);
  });
});

describe('登录设备 Sessions', () => {
  test('people see and end their own sessions, account managers also others’, and the log records it', async () => {
    const { id, login } = await person('everywhere');
    const [phone, desk] = [as(await login(), id), as(await login(), id)];
    const { records, total } = (await desk.get('blade-system/user/sessions')).data as {
      records: { id: string; own: boolean }[];
      total: number;
    };
    expect(total).toBeGreaterThanOrEqual(2);
    expect(records.filter((one) => one.own)).toHaveLength(1);
    const stranger = await server.as('as_store', { who: 'nosy' });
    expect((await stranger.get('blade-user/sessions', { userId: id })).status).toBe(403);
    expect(
      (await stranger.post('blade-user/end-sessions', { ids: records.map((one) => one.id).join(',') })).data.count,
    ).toBe(0);
    const others = records
      .filter((one) => !one.own)
      .map((one) => one.id)
      .join(',');
    expect((await desk.post('blade-user/end-sessions', { ids: others })).status).toBe(200);
    expect((await phone.get('blade-auth/oauth/user-info')).status).toBe(401);
    const left = (await admin.get('blade-system/user/sessions', { userId: id })).data.records as { id: string }[];
    expect(
      (await admin.post('blade-system/user/end-sessions', { ids: left.map((one) => one.id).join(',') })).data.count,
    ).toBe(1);
    expect((await desk.get('blade-auth/oauth/user-info')).status).toBe(401);
    expect([(await toldOf(admin, id))[0], (await toldOf(admin.inEnglish(), id))[0]]).toEqual([
      '结束会话',
      'Session ended',
    ]);
  });
});
