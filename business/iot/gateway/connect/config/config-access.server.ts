import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { isAccountFilter } from '../../topics.rules.ts';
import { accessHash } from '../channel/doors/access-secret.server.ts';
import { claimKeys } from '../channel/ports/claim-keys.server.ts';
import { refuse } from '../channel/refusals.ts';
import type { connectConfig } from './connect-config.paper.ts';

type Config = Row<typeof connectConfig>;

const SHORTEST = 16;
const ACCOUNT = /^[\w.-]{3,64}$/;

/** Check the account, topic filter and secret of a configuration. Return the hash of a new secret, to be stored. */
export function checkedAccess(
  { account, topicFilter }: Partial<Config>,
  secret: string | null | undefined,
): Partial<Config> {
  if (account && !ACCOUNT.test(account)) {
    const { words } = refuse.accountMalformed();
    throw refuse.accountMalformed({ fields: [{ field: 'account', words }] });
  }
  if (topicFilter && !isAccountFilter(topicFilter)) {
    const { words } = refuse.topicFilterWrong();
    throw refuse.topicFilterWrong({ fields: [{ field: 'topicFilter', words }] });
  }
  if (!secret) return {};
  if (secret.length < SHORTEST) {
    const { words } = refuse.accessSecretShort();
    throw refuse.accessSecretShort({ fields: [{ field: 'accessSecret', words }] });
  }
  return { accessSecret: accessHash(secret) };
}

/** Let configurations own their accounts in the installation, or release them. */
export async function claimAccounts(
  context: Context,
  configs: readonly Pick<Config, 'id' | 'account'>[],
  isGone = false,
): Promise<void> {
  const rows = configs.map(({ id, account }) => ({ id, key: isGone ? null : account || null }));
  const taken = await claimKeys(context, 'account', rows);
  if (taken === undefined) return;
  const { words } = refuse.accountTaken({ account: taken });
  throw refuse.accountTaken({ account: taken }, { fields: [{ field: 'account', words }] });
}
