import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, TestCaller, type TestServer } from '#kernel/testing/test-server.ts';

export const basicHeaderOf = (client: string, secret: string): string => `Basic ${btoa(`${client}:${secret}`)}`;
const SABER = basicHeaderOf('saber', 'saber_secret');
const FORM = 'application/x-www-form-urlencoded';

/** Return the actions in the history of an account, newest first, in the reader's language. */
export const toldOf = async (reader: TestCaller, id: string): Promise<string[]> =>
  (await reader.get('blade-system/user/history', { id })).data.map((one: { actionName: string }) => one.actionName);

/** Return functions for tests that call the logins, and one that creates people with a password. */
export function logins(server: TestServer) {
  const token = (
    fields: Record<string, string>,
    {
      path = 'blade-auth/oauth/token',
      client = SABER,
      headers = {},
    }: { path?: string; client?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    server.stranger().send('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { authorization: client, 'Content-Type': FORM, ...headers },
    });
  const as = (answer: Answer, id = '0'): TestCaller =>
    new TestCaller(server.base, String(answer.body.access_token), id, '000000');

  /** Create a person with their own password. */
  async function person(
    who: string,
    roles = 'as_cs',
  ): Promise<{
    id: string;
    account: string;
    login: (password?: string, more?: Parameters<typeof token>[1]) => Promise<Answer>;
  }> {
    const caller = await server.as(roles, { who });
    await server.tables('update blade_user set password = $2 where id = $1', [
      caller.id,
      await hashPassword(md5('Secret2026')),
    ]);
    const account = `${roles.replaceAll(',', '_')}_${who}`;
    return {
      id: caller.id,
      account,
      login: (password = 'Secret2026', more = {}) =>
        token({ tenantId: '000000', username: account, password, grant_type: 'password' }, more),
    };
  }

  return { token, as, person };
}
