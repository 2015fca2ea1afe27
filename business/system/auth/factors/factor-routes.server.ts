import { type App, type OpenCall, type Route, type RouteCall, type Sessions, transact } from '#kernel/server';
import type { Label } from '#kernel/language/label.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { user } from '../../people/user/user.paper.ts';
import { refuse } from '../../refusals.ts';
import { storePending, takePending } from '../pending.server.ts';
import {
  addPasskey,
  beginTotp,
  dropFactors,
  factorsOfPerson,
  isCode,
  isRequired,
  newRecoveryCodes,
  passkeysToShow,
} from './factors.server.ts';
import { madeKey, optionsToAdd, relyingPartyOf } from './passkeys.server.ts';
import { assertProved, assertRight } from './proof.server.ts';
import { questionForPasskey } from './second-step.server.ts';

const MINUTES = 5;
const MOST_PASSKEYS = 20;

const noted = (call: RouteCall, words: Label): Promise<void> =>
  transact(call.app, call.actor, (tx) => tx.note(user, call.actor.person.id, 'factor', words));

/** His first factor brings recovery codes with it: a lost phone must not lock him out. */
async function codesIfNone(call: RouteCall): Promise<string[] | undefined> {
  const { app, actor } = call;
  const { recoveryLeft } = await factorsOfPerson(app, actor.tenancy, actor.person.id);
  return recoveryLeft ? undefined : newRecoveryCodes(app, actor.tenancy, actor.person.id);
}

async function assertMayDrop(
  call: RouteCall,
  left: (held: Awaited<ReturnType<typeof factorsOfPerson>>) => number,
): Promise<void> {
  const { app, actor } = call;
  if (
    left(await factorsOfPerson(app, actor.tenancy, actor.person.id)) === 0 &&
    (await isRequired(app, actor.tenancy.tenantId))
  )
    throw refuse.secondFactorKept();
}

/** A proof that was given a moment ago, before the device was asked for its key; else the one that comes along. */
async function assertProvedForKey(call: RouteCall): Promise<void> {
  if (!(await takePending(call.app, 'passkey', `${call.sessionId} proved`))) await assertProved(call);
}

const own = (
  method: 'GET' | 'POST',
  path: string,
  summary: readonly [string, string],
  work: (call: RouteCall) => Promise<unknown>,
): Route => ({ method, path: `blade-auth/oauth/${path}`, needs: 'person', atFirst: true, summary, work });

function passkeyRoutes(app: App, sessions: Sessions): Route[] {
  return [
    own('GET', 'passkey/register-options', ['新通行密钥的质询', 'Challenge for a new passkey'], async (call) => {
      const { actor } = call;
      const { passkeys } = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      const options = await optionsToAdd(relyingPartyOf(call.request), actor.person, passkeys);
      await storePending(app, 'passkey', { challenge: options.challenge }, MINUTES * 60, `${call.sessionId} add`);
      return options;
    }),
    own(
      'POST',
      'passkey/prove',
      ['添加通行密钥前确认本人', 'Prove who it is before a passkey is added'],
      async (call) => {
        await assertProved(call);
        await storePending(app, 'passkey', {}, MINUTES * 60, `${call.sessionId} proved`);
        return {};
      },
    ),
    own('POST', 'passkey/register', ['添加通行密钥', 'Add a passkey'], async (call) => {
      const { actor } = call;
      await assertProvedForKey(call);
      const name = String(call.body.name ?? '')
        .trim()
        .slice(0, 60);
      const asked = await takePending<{ challenge: string }>(app, 'passkey', `${call.sessionId} add`);
      const key = asked && (await madeKey(relyingPartyOf(call.request), asked.challenge, call.body.credential));
      if (!key) throw refuse.passkeyWrong();
      if ((await factorsOfPerson(app, actor.tenancy, actor.person.id)).passkeys.length >= MOST_PASSKEYS)
        throw refuse.passkeysFull({ most: MOST_PASSKEYS });
      await addPasskey(app, actor.tenancy, actor.person.id, name || 'Passkey', key);
      await noted(call, [`添加通行密钥 ${name}`, `Passkey added ${name}`]);
      await sessions.firstDone(call.sessionId, 'factor');
      return { recoveryCodes: (await codesIfNone(call)) ?? [] };
    }),
    own('POST', 'passkey/remove', ['删除通行密钥', 'Remove passkeys'], async (call) => {
      const ids = String(call.body.ids ?? '')
        .split(',')
        .filter(isId);
      await assertMayDrop(
        call,
        (held) => (held.totp ? 1 : 0) + held.passkeys.filter((key) => !ids.includes(key.id)).length,
      );
      await assertProved(call);
      const gone = await dropFactors(app, call.actor.tenancy, call.actor.person.id, { ids });
      if (gone) await noted(call, ['删除通行密钥', 'Passkey removed']);
      return { count: gone };
    }),
    {
      method: 'GET',
      path: 'blade-auth/oauth/passkey/options',
      needs: 'anonymous',
      summary: ['二次验证的通行密钥质询', 'Challenge for the second step'],
      query: ['ticket'],
      open: (call: OpenCall) => questionForPasskey(call),
    },
  ];
}

/** Second factors of who is logged in. */
export function factorRoutes(app: App, sessions: Sessions): Route[] {
  return [
    own('GET', 'factors', ['本人的二次验证', 'Own second factors'], async ({ actor }) => {
      const held = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      return {
        totp: held.totp,
        passkeys: await passkeysToShow(app, actor.tenancy, actor.person.id),
        recoveryLeft: held.recoveryLeft,
        required: await isRequired(app, actor.tenancy.tenantId),
      };
    }),
    own('POST', 'totp/setup', ['设置动态口令', 'Set up one-time codes'], async (call) => {
      const { actor } = call;
      const held = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      if (held.totp) throw refuse.totpThere();
      // Beside a passkey it would be another way in.
      if (held.passkeys.length) await assertProved(call);
      return beginTotp(app, actor.tenancy, actor.person.id, actor.person.account);
    }),
    own('POST', 'totp/confirm', ['启用动态口令', 'Switch one-time codes on'], async (call) => {
      await assertRight(call, 'code', () =>
        isCode(app, call.actor.tenancy, call.actor.person.id, String(call.body.code ?? ''), true),
      );
      await noted(call, ['启用动态口令', 'One-time codes switched on']);
      await sessions.firstDone(call.sessionId, 'factor');
      return { recoveryCodes: (await codesIfNone(call)) ?? [] };
    }),
    own('POST', 'totp/remove', ['停用动态口令', 'Switch one-time codes off'], async (call) => {
      await assertMayDrop(call, (held) => held.passkeys.length);
      await assertProved(call);
      await dropFactors(app, call.actor.tenancy, call.actor.person.id, { kind: 'totp' });
      await noted(call, ['停用动态口令', 'One-time codes switched off']);
      return {};
    }),
    own('POST', 'recovery-codes', ['重新生成恢复码', 'New recovery codes'], async (call) => {
      await assertProved(call);
      await noted(call, ['重新生成恢复码', 'Recovery codes made anew']);
      return { recoveryCodes: await newRecoveryCodes(app, call.actor.tenancy, call.actor.person.id) };
    }),
    ...passkeyRoutes(app, sessions),
  ];
}
