import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { coreCalls } from './calls/core.calls.ts';
import { implementRoute, type RouteAsking } from './calls/implement.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { SHARE_VIEWS, holds } from '#kernel/language/permission.ts';
import { http as refuse, row as refuseRow } from '../refusals.ts';
import { type Transaction, transact } from '../write/transaction.ts';
import type { Route } from './route.ts';

/** Value of `person_id` in a shared view, which belongs to a role or to the whole company, not to a person. */
const NOBODY = '0';

interface StoredView {
  readonly id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly person: string;
  readonly forRole: string | null;
}

/** The people who get a view: one person, a role, or the company. */
interface Audience {
  readonly person: string;
  readonly forRole: string | null;
}

/** Return a person's settings of a screen and their views, with the views shared with their roles or with all. */
const views = implementRoute(coreCalls.views, async ({ paper }, { app, actor }) => {
  const mayShare = holds(actor.person, SHARE_VIEWS);
  const mine = actor.person.roles.map((role) => role.id);
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<StoredView>(
      `select id::text as id, name, settings, person_id::text as person, for_role::text as "forRole" from anju_view where tenant_id = $1 and paper = $2
    and (person_id = $3 or (person_id = 0 and (for_role is null or for_role = any($4::bigint[]) or $5))) order by name`,
      [actor.tenancy.tenantId, paper, actor.person.id, mine, mayShare],
    ),
  );
  const roles = await app.ports.roles(actor.tenancy);
  const own = rows.filter((row) => row.person !== NOBODY);
  const shared = rows
    .filter((row) => row.person === NOBODY)
    .map(({ id, name, settings, forRole }) => ({
      ...settings,
      id,
      name,
      shared: forRole ? 'role' : 'company',
      ...(forRole && {
        role: forRole,
        roleName: roles.find((one) => one.id === forRole)?.name ?? '',
        ownRole: mine.includes(forRole),
      }),
    }));
  return {
    settings: own.find((row) => row.name === '')?.settings ?? null,
    views: own.filter((row) => row.name !== '').map((row) => ({ ...row.settings, id: row.id, name: row.name })),
    ...(shared.length > 0 && { shared }),
    ...(mayShare && { mayShare, roles: roles.map(({ id, name }) => ({ id, name })) }),
  };
});

type KeepInput = CallInputOf<typeof coreCalls.keepView>;

/** Return the audience of a view. Sharing needs the button, and only roles of the same company can be chosen. */
async function audienceOf({ view }: KeepInput, { app, actor }: RouteAsking): Promise<Audience> {
  const { shared, role } = view ?? {};
  if (!shared) return { person: actor.person.id, forRole: null };
  if (!holds(actor.person, SHARE_VIEWS)) throw refuse.forbidden();
  if (shared !== 'role') return { person: NOBODY, forRole: null };
  if (!isId(String(role ?? '')) || !(await app.ports.roles(actor.tenancy)).some((one) => one.id === role))
    throw refuseRow.invalid(
      { first: ['请选择角色', 'Choose a role'] },
      { fields: [{ field: 'role', words: ['请选择角色', 'Choose a role'] }] },
    );
  return { person: NOBODY, forRole: String(role) };
}

const nameIn = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .slice(0, 40);
const same = 'tenant_id = $1 and person_id = $2 and paper = $3 and name = $4';

const keepView = implementRoute(coreCalls.keepView, async (input, asking) => {
  const { view, paper } = input;
  const [name, was] = [nameIn(view?.name), nameIn(input.was)];
  const settings = JSON.stringify(view ?? input.settings ?? {});
  const audience = await audienceOf(input, asking);
  await transact(asking.app, asking.actor, (tx) =>
    keep(tx, audience, { name, was, paper, settings, remove: input.remove, first: view?.first === true }),
  );
  return {};
});

async function keep(
  tx: Transaction,
  { person, forRole }: Audience,
  {
    name,
    was,
    paper,
    settings,
    remove,
    first,
  }: { name: string; was: string; paper: string; settings: string; remove: boolean; first: boolean },
): Promise<void> {
  // A renamed view stays the same row, since links lead to it. It never overwrites another view.
  if (was && was !== name) {
    if ((await tx.sql.query(`select 1 from anju_view where ${same}`, [tx.tenantId, person, paper, name])).length)
      throw refuseRow.taken({ label: ['视图', 'View'], value: name });
    await tx.sql.query(`update anju_view set name = $5 where ${same}`, [tx.tenantId, person, paper, was, name]);
  }
  if (remove) {
    await tx.sql.query(`delete from anju_view where ${same}`, [tx.tenantId, person, paper, name]);
    return;
  }
  // A role, or a company, has at most one default view.
  if (first && person === NOBODY)
    await tx.sql.query(
      "update anju_view set settings = settings - 'first' where tenant_id = $1 and person_id = 0 and paper = $2 and for_role is not distinct from $3::bigint",
      [tx.tenantId, paper, forRole],
    );
  await tx.sql.query(
    `insert into anju_view (id, tenant_id, person_id, paper, name, settings, updated, for_role) values (next_id($1), $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, person_id, paper, name) do update set settings = excluded.settings, updated = excluded.updated, for_role = excluded.for_role`,
    [tx.app.clock.ms(), tx.tenantId, person, paper, name, settings, tx.now(), forRole],
  );
}

/** Settings of screens by person: columns, density, views; and shared views. */
export const viewRoutes = (): Route[] => [views, keepView];
