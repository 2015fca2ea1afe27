import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { implementRoute, type Route, type RouteAsking, transact } from '#kernel/server';
import { PROVED } from '../people/user/proved-fields.rules.ts';
import { user } from '../people/user/user.paper.ts';
import { DEFAULT_AVATAR } from './default-avatar.rules.ts';
import { changeProfile } from './own-profile.calls.ts';
import { assertProved } from './factors/proof.server.ts';

type Input = CallInputOf<(typeof changeProfile)[0]>;

const FIELDS = ['avatar', ...PROVED] as const;

/** Does the input change a field that requires a proof of identity? */
async function needsProof(
  { app, actor }: RouteAsking,
  values: Partial<Record<(typeof FIELDS)[number], string>>,
): Promise<boolean> {
  const [stored] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<Record<string, string | null>>(
      'select name, real_name as "realName", phone, email from blade_user where tenant_id = $1 and id = $2',
      [actor.tenancy.tenantId, actor.person.id],
    ),
  );
  return PROVED.some((name) => values[name] !== undefined && values[name].trim() !== (stored?.[name] ?? ''));
}

/** Change the caller's own row: only picture, names, phone and email, never anything that grants rights. */
async function changeOwn(input: Input, call: RouteAsking): Promise<unknown> {
  const values = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = input[name];
      return value === null || value.includes('****') || value === DEFAULT_AVATAR ? [] : [[name, value]];
    }),
  );
  if (!Object.keys(values).length) return {};
  if (await needsProof(call, values)) await assertProved(call, input);
  await transact(call.app, call.actor, (tx) =>
    tx.change(user, call.actor.person.id, values, ['修改个人信息', 'Own profile changed']),
  );
  return {};
}

export const ownProfileRoutes = (): Route[] => changeProfile.map((one) => implementRoute(one, changeOwn));
