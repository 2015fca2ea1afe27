import type { CallInputOf } from '#kernel/language/calls/call.ts';
import {
  type App,
  implementOpen,
  implementRoute,
  type Route,
  type RouteAsking,
  type Sessions,
  transact,
} from '#kernel/server';
import type { Label } from '#kernel/language/label.ts';
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
import {
  type ProofInput,
  askForPasskey,
  askPasskey,
  confirmTotp,
  ownFactors,
  proveForPasskey,
  registerPasskey,
  removePasskeys,
  removeTotp,
  renewRecoveryCodes,
  setUpTotp,
} from './factors.calls.ts';
import { madeKey, optionsToAdd, relyingPartyOf } from './passkeys.server.ts';
import { assertProved, assertRight } from './proof.server.ts';
import { questionForPasskey } from './second-step.server.ts';

const MINUTES = 5;
const MAX_PASSKEYS = 20;

const noted = (call: RouteAsking, words: Label): Promise<void> =>
  transact(call.app, call.actor, (tx) => tx.note(user, call.actor.person.id, 'factor', words));

/**
 * Create recovery codes if the account has none, so that a lost phone does not lock its owner out. Return undefined if
 * it has some.
 */
async function codesIfNone(call: RouteAsking): Promise<string[] | undefined> {
  const { app, actor } = call;
  const { recoveryLeft } = await factorsOfPerson(app, actor.tenancy, actor.person.id);
  return recoveryLeft ? undefined : newRecoveryCodes(app, actor.tenancy, actor.person.id);
}

async function assertMayDrop(
  call: RouteAsking,
  left: (held: Awaited<ReturnType<typeof factorsOfPerson>>) => number,
): Promise<void> {
  const { app, actor } = call;
  if (
    left(await factorsOfPerson(app, actor.tenancy, actor.person.id)) === 0 &&
    (await isRequired(app, actor.tenancy.tenantId))
  )
    throw refuse.secondFactorKept();
}

/**
 * Require a proof of identity for a new passkey. A proof made just before the device created the key counts; else the
 * call must contain one.
 */
async function assertProvedForKey(call: RouteAsking, input: ProofInput): Promise<void> {
  if (!(await takePending(call.app, 'passkey', `${call.sessionId} proved`))) await assertProved(call, input);
}

async function addKey(
  input: CallInputOf<typeof registerPasskey>,
  call: RouteAsking,
  sessions: Sessions,
): Promise<{ recoveryCodes: string[] }> {
  const { app, actor } = call;
  await assertProvedForKey(call, input);
  const name = (input.name ?? '').slice(0, 60);
  const question = await takePending<{ challenge: string }>(app, 'passkey', `${call.sessionId} add`);
  const key = question && (await madeKey(relyingPartyOf(call.request), question.challenge, input.credential));
  if (!key) throw refuse.passkeyWrong();
  if ((await factorsOfPerson(app, actor.tenancy, actor.person.id)).passkeys.length >= MAX_PASSKEYS)
    throw refuse.passkeysFull({ most: MAX_PASSKEYS });
  await addPasskey(app, actor.tenancy, actor.person.id, name || 'Passkey', key);
  await noted(call, [`添加通行密钥 ${name}`, `Passkey added ${name}`]);
  await sessions.firstDone(call.sessionId, 'factor');
  return { recoveryCodes: (await codesIfNone(call)) ?? [] };
}

const own = { atFirst: true } as const;

const passkeyRoutes = (app: App, sessions: Sessions): Route[] => [
  implementRoute(
    askForPasskey,
    async (_asked, call) => {
      const { actor } = call;
      const { passkeys } = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      const options = await optionsToAdd(relyingPartyOf(call.request), actor.person, passkeys);
      await storePending(app, 'passkey', { challenge: options.challenge }, MINUTES * 60, `${call.sessionId} add`);
      return options;
    },
    own,
  ),
  implementRoute(
    proveForPasskey,
    async (proof, call) => {
      await assertProved(call, proof);
      await storePending(app, 'passkey', {}, MINUTES * 60, `${call.sessionId} proved`);
      return {};
    },
    own,
  ),
  implementRoute(registerPasskey, (input, call) => addKey(input, call, sessions), own),
  implementRoute(
    removePasskeys,
    async ({ ids: named, ...proof }, call) => {
      const ids = named ?? [];
      await assertMayDrop(
        call,
        (held) => (held.totp ? 1 : 0) + held.passkeys.filter((key) => !ids.includes(key.id)).length,
      );
      await assertProved(call, proof);
      const gone = await dropFactors(app, call.actor.tenancy, call.actor.person.id, { ids });
      if (gone) await noted(call, ['删除通行密钥', 'Passkey removed']);
      return { count: gone };
    },
    own,
  ),
  implementOpen(askPasskey, ({ ticket }, call) => questionForPasskey(call, ticket ?? '')),
];

const totpRoutes = (app: App, sessions: Sessions): Route[] => [
  implementRoute(
    setUpTotp,
    async (proof, call) => {
      const { actor } = call;
      const held = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      if (held.totp) throw refuse.totpThere();
      // A person with a passkey must prove it: an authenticator app would be another way in for a stolen session.
      if (held.passkeys.length) await assertProved(call, proof);
      return beginTotp(app, actor.tenancy, actor.person.id, actor.person.account);
    },
    own,
  ),
  implementRoute(
    confirmTotp,
    async ({ code }, call) => {
      await assertRight(call, 'code', () => isCode(app, call.actor.tenancy, call.actor.person.id, code ?? '', true));
      await noted(call, ['启用动态口令', 'One-time codes switched on']);
      await sessions.firstDone(call.sessionId, 'factor');
      return { recoveryCodes: (await codesIfNone(call)) ?? [] };
    },
    own,
  ),
  implementRoute(
    removeTotp,
    async (proof, call) => {
      await assertMayDrop(call, (held) => held.passkeys.length);
      await assertProved(call, proof);
      await dropFactors(app, call.actor.tenancy, call.actor.person.id, { kind: 'totp' });
      await noted(call, ['停用动态口令', 'One-time codes switched off']);
      return {};
    },
    own,
  ),
];

/** Return the routes by which callers show and change their own second factors. */
export const factorRoutes = (app: App, sessions: Sessions): Route[] => [
  implementRoute(
    ownFactors,
    async (_asked, { actor }) => {
      const held = await factorsOfPerson(app, actor.tenancy, actor.person.id);
      return {
        totp: held.totp,
        passkeys: await passkeysToShow(app, actor.tenancy, actor.person.id),
        recoveryLeft: held.recoveryLeft,
        required: await isRequired(app, actor.tenancy.tenantId),
      };
    },
    own,
  ),
  ...totpRoutes(app, sessions),
  implementRoute(
    renewRecoveryCodes,
    async (proof, call) => {
      await assertProved(call, proof);
      await noted(call, ['重新生成恢复码', 'Recovery codes made anew']);
      return { recoveryCodes: await newRecoveryCodes(app, call.actor.tenancy, call.actor.person.id) };
    },
    own,
  ),
  ...passkeyRoutes(app, sessions),
];
