import { asMd5, type Context, hashPassword, isPassword, md5 } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { commonPasswords, madeOf } from './common-passwords.rules.ts';
import { type PasswordPolicy, isStrong, policyFrom, policyParameters, policyWords } from './password.rules.ts';

/** Number of former passwords that are stored: the highest value of the policy's `former`. */
const MAX_FORMER = 24;

type Parameter = (key: string) => Promise<string>;

/** Return the company's password policy. */
export async function policyOf(parameter: Parameter): Promise<PasswordPolicy> {
  const [least, kinds, former, days] = await Promise.all([
    parameter(policyParameters.least),
    parameter(policyParameters.kinds),
    parameter(policyParameters.former),
    parameter(policyParameters.days),
  ]);
  return policyFrom({ least, kinds, former, days });
}

/** Refuse a weak password. An empty one is allowed: the account cannot log in until a reset. */
export async function assertStrong(parameter: Parameter, password: string, field = 'password'): Promise<void> {
  const policy = await policyOf(parameter);
  if (password && !isStrong(password, policy))
    throw refuse.passwordWeak({ asked: policyWords(policy) }, { fields: [{ field, words: policyWords(policy) }] });
}

/** Refuse the current password and the former ones of the policy. An empty one, which no login accepts, is allowed. */
export async function assertFresh(context: Context, userId: string, secret: string, field = 'password'): Promise<void> {
  const { former } = await policyOf((key) => context.parameter(key));
  if (!secret || former === 0) return;
  const rows = await context.sql.query<{ hash: string | null }>(
    `select password as hash from blade_user where tenant_id = $1 and id = $2
    union (select hash from anju_password where tenant_id = $1 and user_id = $2 order by id desc limit $3)`,
    [context.tenantId, userId, former],
  );
  for (const { hash } of rows)
    if (hash && (await isPassword(secret, hash)))
      throw refuse.passwordUsed(
        { former },
        {
          fields: [
            { field, words: [`不能与最近${former}次用过的密码相同`, `Not one of your last ${former} passwords`] },
          ],
        },
      );
}

let common: ReadonlySet<string> | undefined;

/** Return the md5 of the most common passwords; computed on first use. */
const commonSums = (): ReadonlySet<string> => (common ??= new Set(commonPasswords().map(md5)));

interface Owner {
  account: string;
  name: string | null;
  real_name: string | null;
  phone: string | null;
}

/** Passwords derived from the person's names and phone number, which are refused. */
const ownWords = ({ account, name, real_name: realName, phone }: Owner): string[] =>
  [account, name, realName, phone, phone?.slice(-6), phone?.slice(-8)]
    .filter((one) => one)
    .flatMap((one) => madeOf(one!));

/**
 * Refuse an md5 of a common password or of one derived from the owner's names and phone. Its strength cannot be checked
 * further, so a company may refuse all md5 passwords.
 */
async function assertSum(context: Context, userId: string, sum: string, field: string): Promise<void> {
  if ((await context.parameter('login.md5Change')) === 'off') throw refuse.passwordSumClosed();
  const [owner] = await context.sql.query<Owner>(
    'select account, name, real_name, phone from blade_user where tenant_id = $1 and id = $2',
    [context.tenantId, userId],
  );
  if (!commonSums().has(sum) && !(owner && ownWords(owner).map(md5).includes(sum))) return;
  const { words } = refuse.passwordCommon();
  throw refuse.passwordCommon({ fields: [{ field, words }] });
}

/**
 * Store a password, in clear or as md5, and add it to the former ones. `hashed` means that the client sent an md5, so
 * its strength is unknown.
 */
export async function storePassword(
  context: Context,
  userId: string,
  secret: string,
  {
    mustChange,
    hashed,
    field = 'password',
  }: { readonly mustChange: boolean; readonly hashed: boolean; readonly field?: string },
): Promise<void> {
  if (hashed) await assertSum(context, userId, asMd5(secret), field);
  const hash = await hashPassword(asMd5(secret));
  await context.sql.query(
    'update blade_user set password = $3, must_change = $4, unjudged = $5 where tenant_id = $1 and id = $2',
    [context.tenantId, userId, hash, mustChange, hashed],
  );
  await context.sql.query('insert into anju_password (id, tenant_id, user_id, hash, at) values ($1, $2, $3, $4, $5)', [
    await context.newId(),
    context.tenantId,
    userId,
    hash,
    context.now(),
  ]);
  await context.sql.query(
    `delete from anju_password where tenant_id = $1 and user_id = $2 and id not in (select id from anju_password where tenant_id = $1 and user_id = $2 order by id desc limit ${MAX_FORMER})`,
    [context.tenantId, userId],
  );
}
