import { createHash, createHmac, randomBytes } from 'node:crypto';
import { addDays, dayOf } from '#kernel/language/days.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { addedTo } from '../../assembly/contributed.ts';
import type { App } from '../../app.ts';
import type { Tenancy } from '../../database/database.ts';
import { inZone } from '../../time/clock.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import { type GuestKind, guestKinds } from './guest-kind.ts';
import type { LinkOptions, StoredLink } from './guest-link.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes of a token, and its length in digits of base 62. */
const TOKEN_BYTES = 16;
const TOKEN_LENGTH = 22;

/** Maximum living links of one row; a further one revokes the oldest. */
const MAX_LIVING = 10;
/** Days that a link lives without a word of its maker. */
const USUAL_DAYS = 180;
/** Days that a link lives after its row has ended. */
const DAYS_AFTER_END = 30;

/** Return bytes as digits of base 62. */
function inBase62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let at = 0; at < TOKEN_LENGTH; at += 1) {
    text = DIGITS[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

/** Has a text the form of a token? */
export const isToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);

/** Return the hash under which a token is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Return the kind of links of a name; undefined where no room declares it. */
export const guestKindOf = (app: Pick<App, 'contributions'>, name: string): GuestKind | undefined =>
  addedTo(app, guestKinds).find((one) => one.name === name);

/** Return a new token; for a key the one that belongs to it, by the secret key of the company. */
const tokenFor = (tx: DatabaseSession, { key }: LinkOptions): string =>
  inBase62(
    key === undefined
      ? randomBytes(TOKEN_BYTES)
      : createHmac('sha256', tx.app.keys.ofCompany('guest link', tx.tenantId))
          .update(key)
          .digest()
          .subarray(0, TOKEN_BYTES),
  );

/**
 * Make a link for a customer to one row. Only the hash of its token is stored. Return its address, or null where the
 * product has no public address.
 */
export async function makeGuestLink(
  tx: DatabaseSession,
  kind: string,
  rowId: string,
  options: LinkOptions = {},
): Promise<string | null> {
  if (!guestKindOf(tx.app, kind)) throw new Error(`no kind of links ${kind}`);
  const { publicUrl } = tx.app.settings;
  if (!publicUrl) return null;
  const token = tokenFor(tx, options);
  const now = tx.now();
  await tx.sql.query(
    `insert into anju_link (id, tenant_id, hash, kind, row_id, created, until, uses) values ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(days => $7), 0)
    on conflict (hash) do nothing`,
    [await tx.newId(), tx.tenantId, hashOfToken(token), kind, rowId, now, options.days ?? USUAL_DAYS],
  );
  await tx.sql.query(
    `update anju_link set revoked = $4 where tenant_id = $1 and kind = $2 and row_id = $3 and revoked is null and id not in (
      select id from anju_link where tenant_id = $1 and kind = $2 and row_id = $3 and revoked is null order by id desc limit ${MAX_LIVING})`,
    [tx.tenantId, kind, rowId, now],
  );
  return `${publicUrl}/c/${tx.tenantId}/${token}`;
}

/** Return the newest links of a row. */
export const guestLinksOf = (tx: DatabaseSession, kind: string, rowId: string): Promise<StoredLink[]> =>
  tx.sql.query<StoredLink>(
    `select id::text as id, left(created::text, 19) as created, left(until::text, 19) as until, left(opened::text, 19) as opened, left(seen::text, 19) as seen, uses, left(revoked::text, 19) as revoked
    from anju_link where tenant_id = $1 and kind = $2 and row_id = $3 order by anju_link.id desc limit 20`,
    [tx.tenantId, kind, rowId],
  );

/** Revoke all living links of a row. Return their number. */
export const revokeGuestLinks = async (tx: DatabaseSession, kind: string, rowId: string): Promise<number> =>
  (
    await tx.sql.query(
      'update anju_link set revoked = $4 where tenant_id = $1 and kind = $2 and row_id = $3 and revoked is null returning id',
      [tx.tenantId, kind, rowId, tx.now()],
    )
  ).length;

/**
 * Let the links of one row open another row, for all kinds whose rows are of this paper. Links of a merged customer
 * follow in this way.
 */
export async function moveGuestLinks(
  tx: DatabaseSession,
  paper: AnyPaper,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const kinds = addedTo(tx.app, guestKinds).filter((one) => one.paper.name === paper.name);
  if (kinds.length === 0) return;
  await tx.sql.query(
    'update anju_link set row_id = $4 where tenant_id = $1 and kind = any($2::text[]) and row_id = $3',
    [tx.tenantId, kinds.map((one) => one.name), from, to],
  );
}

/** A link that was found by its token. */
export interface FoundLink {
  readonly id: string;
  readonly kind: string;
  readonly rowId: string;
}

/** Return the living link of a token; null for an unknown, ended or revoked one, and for one of another company. */
export async function findGuestLink(app: App, tenancy: Tenancy, token: string): Promise<FoundLink | null> {
  const [link] = await app.db.read(tenancy, (sql) =>
    sql.query<FoundLink>(
      'select id::text as id, kind, row_id::text as "rowId" from anju_link where tenant_id = $1 and hash = $2 and revoked is null and until > $3',
      [tenancy.tenantId, hashOfToken(token), inZone(app.clock.ms(), tenancy.zone)],
    ),
  );
  return link ?? null;
}

/** Note that a link was opened. */
export async function noteOpening(app: App, tenancy: Tenancy, { id }: FoundLink): Promise<void> {
  await app.db.read(tenancy, (sql) =>
    sql.query(
      'update anju_link set uses = uses + 1, seen = $3, opened = coalesce(opened, $3) where tenant_id = $1 and id = $2',
      [tenancy.tenantId, id, inZone(app.clock.ms(), tenancy.zone)],
    ),
  );
}

/** Has a row ended so long ago that its links are dead? `now` and `ended` are `yyyy-MM-dd HH:mm:ss`. */
export const isOverSince = (ended: string | null, now: string): boolean =>
  ended !== null && addDays(dayOf(ended), DAYS_AFTER_END) < dayOf(now);

/**
 * Store that an act of a link was done, and lock the link until the commit. Return false where the same act with the
 * same body was done before.
 */
export async function isFirstAct(
  tx: DatabaseSession,
  { id }: FoundLink,
  verb: string,
  body: Readonly<Record<string, string>>,
): Promise<boolean> {
  const [held] = await tx.sql.query(
    'select id from anju_link where tenant_id = $1 and id = $2 and revoked is null for update',
    [tx.tenantId, id],
  );
  if (!held) return false;
  const sorted = JSON.stringify(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const done = await tx.sql.query(
    `insert into anju_link_act (tenant_id, link_id, verb, body_hash, at) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning link_id`,
    [tx.tenantId, id, verb, createHash('sha256').update(sorted).digest('hex'), tx.now()],
  );
  return done.length === 1;
}
