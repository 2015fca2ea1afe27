import { createHash, randomInt } from 'node:crypto';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { Secret, TOTP } from 'otpauth';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type App, inZone, type SealedPlace, type Tenancy } from '#kernel/server';
import { user } from '../../people/user/user.paper.ts';
import type { ownFactors } from './factors.calls.ts';

/** A passkey of a person, which serves as the second factor: unlocking the device uses it. */
export interface Passkey {
  readonly id: string;
  readonly credential: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: AuthenticatorTransport[];
}

/** Second factors of a person beside the password. */
export interface PersonFactors {
  readonly totp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recoveryLeft: number;
}

interface Row {
  id: string;
  kind: 'totp' | 'passkey' | 'recovery';
  secret: string;
  data: { publicKey?: string; counter?: number; transports?: AuthenticatorTransport[]; last?: number } | null;
  confirmed: boolean;
}

const RECOVERY_CODES = 10;
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const STEP_MS = 30_000;
const stamp = (app: App): string => `${inZone(app.clock.ms(), 'UTC')}+00`;
const hash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('base64url');

const rowsOf = (app: App, tenancy: Tenancy, userId: string): Promise<Row[]> =>
  app.db.read(tenancy, (sql) =>
    sql.query<Row>(
      'select id, kind, secret, data, confirmed is not null as confirmed from anju_factor where tenant_id = $1 and user_id = $2 order by id',
      [tenancy.tenantId, userId],
    ),
  );

const passkeyIn = ({ id, secret, data }: Row): Passkey => ({
  id,
  credential: secret,
  publicKey: data?.publicKey ?? '',
  counter: data?.counter ?? 0,
  transports: data?.transports ?? [],
});

/** Return the second factors of an account. */
export async function factorsOfPerson(app: App, tenancy: Tenancy, userId: string): Promise<PersonFactors> {
  const rows = await rowsOf(app, tenancy, userId);
  return {
    totp: rows.some((row) => row.kind === 'totp' && row.confirmed),
    passkeys: rows.filter((row) => row.kind === 'passkey').map(passkeyIn),
    recoveryLeft: rows.filter((row) => row.kind === 'recovery').length,
  };
}

/** Does this company require a second factor of its people? */
export const isRequired = async (app: App, tenantId: string): Promise<boolean> =>
  (await app.ports.parameter(tenantId, 'login.secondFactor')) === 'required';

/** Return where the secret of an authenticator is sealed: no other company can open it. */
const sealedFor = ({ tenantId }: Tenancy): SealedPlace => ({ tenantId, paper: user, field: 'totp' });

const totpOf = (secret: string, account: string): TOTP =>
  new TOTP({
    issuer: 'Anju',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1000,
    secret: Secret.fromBase32(secret),
  });

/** Create a secret for an authenticator app. It has no effect until a first code confirms it. */
export async function beginTotp(
  app: App,
  tenancy: Tenancy,
  userId: string,
  account: string,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32;
  await app.db.write(tenancy, async (sql) => {
    await sql.query(
      "delete from anju_factor where tenant_id = $1 and user_id = $2 and kind = 'totp' and confirmed is null",
      [tenancy.tenantId, userId],
    );
    await sql.query(
      "insert into anju_factor (id, tenant_id, user_id, kind, secret, created) values (next_id($1), $2, $3, 'totp', $4, $5)",
      [app.clock.ms(), tenancy.tenantId, userId, app.vault.seal(secret, sealedFor(tenancy)), stamp(app)],
    );
  });
  return { secret, uri: totpOf(secret, account).toString() };
}

/**
 * Check a code of the authenticator app against the confirmed secret, or with `fresh` against one being set up. A code
 * is accepted once.
 */
export async function isCode(
  app: App,
  tenancy: Tenancy,
  userId: string,
  code: string,
  fresh = false,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  const row = (await rowsOf(app, tenancy, userId)).find((one) => one.kind === 'totp' && one.confirmed !== fresh);
  if (!row || !/^\d{6}$/.test(digits)) return false;
  const secret = app.vault.open(row.secret, sealedFor(tenancy));
  if (!secret) return false;
  const now = app.clock.ms();
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now / STEP_MS) + delta;
  const used = await app.db.read(tenancy, (sql) =>
    sql.query(
      `update anju_factor set data = jsonb_build_object('last', $4::bigint), used = $5, confirmed = coalesce(confirmed, $5)
    where tenant_id = $1 and user_id = $2 and id = $3 and coalesce((data->>'last')::bigint, 0) < $4 returning id`,
      [tenancy.tenantId, userId, row.id, step, stamp(app)],
    ),
  );
  return used.length === 1;
}

/** Delete this recovery code if the person has it; return whether it was one. */
export async function takeRecovery(app: App, tenancy: Tenancy, userId: string, code: string): Promise<boolean> {
  const gone = await app.db.read(tenancy, (sql) =>
    sql.query(
      "delete from anju_factor where tenant_id = $1 and user_id = $2 and kind = 'recovery' and secret = $3 returning id",
      [tenancy.tenantId, userId, hash(code)],
    ),
  );
  return gone.length === 1;
}

/** Create ten recovery codes; earlier ones become invalid. They are shown once and stored as hashes. */
export async function newRecoveryCodes(app: App, tenancy: Tenancy, userId: string): Promise<string[]> {
  const word = (): string => Array.from({ length: 5 }, () => SIGNS[randomInt(0, SIGNS.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${word()}-${word()}`);
  await app.db.write(tenancy, async (sql) => {
    await sql.query("delete from anju_factor where tenant_id = $1 and user_id = $2 and kind = 'recovery'", [
      tenancy.tenantId,
      userId,
    ]);
    await sql.query(
      "insert into anju_factor (id, tenant_id, user_id, kind, secret, created, confirmed) select next_id($1), $2, $3, 'recovery', x, $5, $5 from unnest($4::text[]) x",
      [app.clock.ms(), tenancy.tenantId, userId, codes.map(hash), stamp(app)],
    );
  });
  return codes;
}

export async function addPasskey(
  app: App,
  tenancy: Tenancy,
  userId: string,
  name: string,
  key: Omit<Passkey, 'id'>,
): Promise<void> {
  await app.db.read(tenancy, (sql) =>
    sql.query(
      "insert into anju_factor (id, tenant_id, user_id, kind, name, secret, data, created, confirmed) values (next_id($1), $2, $3, 'passkey', $4, $5, $6, $7, $7)",
      [
        app.clock.ms(),
        tenancy.tenantId,
        userId,
        name,
        key.credential,
        JSON.stringify({ publicKey: key.publicKey, counter: key.counter, transports: key.transports }),
        stamp(app),
      ],
    ),
  );
}

export async function usedPasskey(app: App, tenancy: Tenancy, id: string, counter: number): Promise<void> {
  await app.db.read(tenancy, (sql) =>
    sql.query(
      "update anju_factor set used = $3, data = data || jsonb_build_object('counter', $4::bigint) where tenant_id = $1 and id = $2",
      [tenancy.tenantId, id, stamp(app), counter],
    ),
  );
}

/** Remove factors of one person; return their number. */
export async function dropFactors(
  app: App,
  tenancy: Tenancy,
  userId: string,
  which: { readonly kind: 'totp' } | { readonly ids: readonly string[] } | 'all',
): Promise<number> {
  const [kind, ids] =
    which === 'all' ? [null, null] : 'kind' in which ? [which.kind, null] : ['passkey', [...which.ids]];
  const gone = await app.db.read(tenancy, (sql) =>
    sql.query(
      'delete from anju_factor where tenant_id = $1 and user_id = $2 and kind = coalesce($3, kind) and ($4::bigint[] is null or id = any($4::bigint[])) returning id',
      [tenancy.tenantId, userId, kind, ids],
    ),
  );
  return gone.length;
}

/** Return the names and times of a person's own passkeys. */
export const passkeysToShow = (
  app: App,
  tenancy: Tenancy,
  userId: string,
): Promise<CallAnswer<typeof ownFactors>['passkeys']> =>
  app.db.read(tenancy, (sql) =>
    sql.query(
      `select id, name, to_char(created at time zone $3, 'YYYY-MM-DD HH24:MI:SS') as "createTime", coalesce(to_char(used at time zone $3, 'YYYY-MM-DD HH24:MI:SS'), '') as "usedTime" from anju_factor where tenant_id = $1 and user_id = $2 and kind = 'passkey' order by id`,
      [tenancy.tenantId, userId, tenancy.zone],
    ),
  );
