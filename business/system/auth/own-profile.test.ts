import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import type { Answer, TestCaller } from '#kernel/testing/test-server.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { logins } from './ways-in/testing/logins.ts';

const server = await openTestServer(import.meta.url);
const { as, person } = logins(server);
const PASSWORD = 'Secret2026';
const ADDRESSES = ['blade-system/user/update-info', 'blade-user/update-info'];
/** One change of each field that needs a proof. */
const CHANGES = { phone: '13900139000', email: 'new@example.com', realName: '新名字', name: '新昵称' };

const inside = async (who: string): Promise<TestCaller> => {
  const { id, login } = await person(who);
  await server.tables("update blade_user set phone = '13800138000', email = 'own@example.com' where id = $1", [id]);
  return as(await login(), id);
};
const stored = async ({ id }: TestCaller): Promise<Record<string, unknown>> =>
  (
    await server.tables(
      'select phone, email, real_name as "realName", name, avatar, version from blade_user where id = $1',
      [id],
    )
  )[0];
const named = ({ reason, data }: Answer): unknown => [reason, data?.fields?.[0]?.field];

describe.each(ADDRESSES)('%s', (address) => {
  const who = address.startsWith('blade-user') ? 'short' : 'long';

  test('phone, e-mail and names change with the password', async () => {
    const caller = await inside(`${who} changes`);
    const before = await stored(caller);
    for (const [field, value] of Object.entries(CHANGES))
      expect(named(await caller.post(address, { [field]: value }))).toEqual(['system.proofNeeded', 'password']);
    const wrong = await caller.post(address, { ...CHANGES, password: 'wrong' });
    expect([named(wrong), wrong.msg.length > 0, wrong.data.left]).toEqual([['system.codeWrong', 'password'], true, 4]);
    expect(await stored(caller)).toEqual(before);
    expect((await caller.post(address, { ...CHANGES, password: PASSWORD })).status).toBe(200);
    expect(await stored(caller)).toMatchObject(CHANGES);
    // Sending the same values again changes nothing, so no proof is required.
    expect((await caller.post(address, CHANGES)).status).toBe(200);
  });

  test('with a second factor, changes need its code instead of the password', async () => {
    const caller = await inside(`${who} factor`);
    const { secret } = (await caller.post('blade-auth/oauth/totp/setup')).data;
    const code = (): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.ms() });
    const { recoveryCodes } = (await caller.post('blade-auth/oauth/totp/confirm', { code: code() })).data;
    expect(named(await caller.post(address, { phone: CHANGES.phone, password: PASSWORD }))).toEqual([
      'system.proofNeeded',
      'code',
    ]);
    server.clock.pass(30_000);
    expect((await caller.post(address, { phone: CHANGES.phone, code: code() })).status).toBe(200);
    expect((await caller.post(address, { email: CHANGES.email, recoveryCode: recoveryCodes[0] })).status).toBe(200);
    expect(await stored(caller)).toMatchObject({ phone: CHANGES.phone, email: CHANGES.email });
  });

  test('wrong passwords count like logins and lock the account', async () => {
    const caller = await inside(`${who} guess`);
    const before = await stored(caller);
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => caller.post(address, { phone: CHANGES.phone, password: 'wrong' })),
    );
    expect(answers.filter(({ reason }) => reason === 'system.accountLocked')).toHaveLength(2);
    expect((await caller.post(address, { phone: CHANGES.phone, password: PASSWORD })).reason).toBe(
      'system.accountLocked',
    );
    expect(await stored(caller)).toEqual(before);
    await server.tables("delete from anju_attempt where id like 'address %'");
  });

  test('unchanged or masked values need no proof', async () => {
    const caller = await inside(`${who} same`);
    const own = { phone: '13800138000', email: 'own@****.com', avatar: '' };
    expect((await caller.post(address, own)).status).toBe(200);
  });
});

test('no call on users changes the caller’s own phone, e-mail, name or password', async () => {
  const caller = await inside('no right');
  const { data } = await caller.get('blade-system/user/info');
  for (const call of ['submit', 'update'])
    expect((await caller.post(`blade-system/user/${call}`, { id: data.id, phone: CHANGES.phone })).status).toBe(403);
  const admin = await server.as('admin', { who: 'by right' });
  const before = await stored(admin);
  for (const [field, value] of [...Object.entries(CHANGES), ['password', 'Other2027x']]) {
    for (const call of ['submit', 'update']) {
      const answer = await admin.post(`blade-system/user/${call}`, { id: admin.id, [field]: value });
      expect([field, answer.status, ...(named(answer) as unknown[])]).toEqual([
        field,
        403,
        'system.ownProfileOnly',
        field,
      ]);
    }
  }
  const reset = await admin.post(`blade-system/user/reset-password?userIds=${admin.id}`);
  expect([reset.status, reset.reason]).toEqual([400, 'system.notYourself']);
  expect(await stored(admin)).toEqual(before);
  // Own fields that need no proof, and rows of other people, can still be changed by the standard call of users.
  const other = await server.as('as_cs', { who: 'other row' });
  for (const body of [
    { id: admin.id, code: 'A1' },
    { id: other.id, ...CHANGES },
  ])
    expect((await admin.post('blade-system/user/update', body)).status).toBe(200);
});
