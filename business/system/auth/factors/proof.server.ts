import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { asMd5, isPassword, type RouteAsking } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { LOCK_MINUTES } from '../attempts.server.ts';
import { tried } from '../tries.server.ts';
import type { ProofInput } from './factors.calls.ts';
import { factorsOfPerson, isCode, takeRecovery } from './factors.server.ts';

/** A proof of identity in a session, and its check. */
interface Proof {
  readonly field: 'code' | 'password';
  readonly given: string;
  readonly asked: Label;
  readonly judge: () => Promise<boolean>;
}

async function isOwnPassword({ app, actor: { tenancy, person } }: RouteAsking, password: string): Promise<boolean> {
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<{ password: string | null }>('select password from blade_user where tenant_id = $1 and id = $2', [
      tenancy.tenantId,
      person.id,
    ]),
  );
  return Boolean(row?.password) && isPassword(asMd5(password), must(row.password, 'password'));
}

/** Return the expected proof: a code or recovery code if the caller has a second factor, else the password. */
async function proofOf(call: RouteAsking, input: ProofInput): Promise<Proof> {
  const {
    app,
    actor: { tenancy, person },
  } = call;
  const held = await factorsOfPerson(app, tenancy, person.id);
  const [code, recovery, password] = [input.code, input.recoveryCode, input.password].map((value) =>
    (value ?? '').trim().slice(0, 512),
  );
  if (!held.totp && !held.passkeys.length)
    return {
      field: 'password',
      given: password,
      asked: ['登录密码', 'your password'],
      judge: () => isOwnPassword(call, password),
    };
  return {
    field: 'code',
    given: code || recovery,
    asked: ['动态口令或恢复码', 'a one-time code or a recovery code'],
    judge: () => (recovery ? takeRecovery(app, tenancy, person.id, recovery) : isCode(app, tenancy, person.id, code)),
  };
}

/** Check a proof of identity inside a session by `judge`. A wrong one counts like a wrong login of the account. */
export async function assertRight(call: RouteAsking, field: string, judge: () => Promise<boolean>): Promise<void> {
  const { tenancy, person } = call.actor;
  const outcome = await tried(
    call,
    { tenantId: tenancy.tenantId, account: person.account, ip: call.request.ip },
    async () => (await judge()) || null,
  );
  if ('left' in outcome)
    throw refuse.codeWrong(
      { left: outcome.left, minutes: LOCK_MINUTES },
      {
        fields: [
          {
            field,
            words: field === 'password' ? ['密码不对', 'The password is wrong'] : ['验证码不对', 'The code is wrong'],
          },
        ],
        data: { left: outcome.left },
      },
    );
}

/** Require a proof of identity: an open session alone must not change its factors. */
export async function assertProved(call: RouteAsking, input: ProofInput): Promise<void> {
  const { field, given, asked, judge } = await proofOf(call, input);
  if (!given)
    throw refuse.proofNeeded({ asked }, { fields: [{ field, words: [`请输入${asked[0]}`, `Enter ${asked[1]}`] }] });
  await assertRight(call, field, judge);
}
