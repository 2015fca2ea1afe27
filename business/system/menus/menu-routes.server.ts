import { pinyin } from 'pinyin-pro';
import { isFamilyClient } from '#kernel/language/rooms/family-page.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Nested } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, decide, visibleFields, holdsEverything } from '#kernel/language/permission.ts';
import {
  type Actor,
  type App,
  assertFirstDone,
  implementRoute,
  nested,
  type OpenCall,
  type Route,
  type RouteAsking,
} from '#kernel/server';
import { clientIfKnown, clientNamed } from '../clients/known-clients.server.ts';
import { menuPlan } from '../seed/menu-plan.server.ts';
import { familyIcon } from './family/family-icons.rules.ts';
import { type FamilyMenus, familyButtons, familyRoutes } from './family/family-menu.rules.ts';
import { generationOf } from './family/generation.rules.ts';
import {
  type MenuRow,
  type TopMenuRow,
  ownButtons,
  ownRoutes,
  ownTopMenus,
  routesWithRoles,
} from './own-menus.calls.ts';

/** Return all enabled menus. */
async function menusOf(app: App): Promise<MenuRow[]> {
  return app.db.platform((sql) =>
    sql.query<MenuRow>(`select id, coalesce(parent_id, 0)::text as "parentId", code, name, coalesce(name_en, name) as "nameEn", coalesce(alias, '') as alias, coalesce(path, '') as path,
    coalesce(source, '') as source, sort, category, coalesce(action, 1) as action, coalesce(is_open, 1) as "isOpen", coalesce(remark, '') as remark, 0 as "isDeleted" from blade_menu where is_deleted = 0 and status = 1 order by sort, id`),
  );
}

/**
 * Tables of the platform. Their menus are left out for people of other companies, even with a reserved role that holds
 * every right.
 */
const platformOnly = ['blade_tenant', 'blade_client'];

/** Return the menu ids granted by a person's roles; reserved roles hold all. */
async function grantedIds(app: App, actor: Actor): Promise<ReadonlySet<string> | 'all'> {
  if (actor.person.roles.some(holdsEverything)) return 'all';
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ id: string }>(
      `with recursive held as (select id, parent_id from blade_role where tenant_id = $1 and id = any($2::bigint[]) union select r.id, r.parent_id from blade_role r join held on r.id = held.parent_id where r.tenant_id = $1)
     select distinct menu_id as id from blade_role_menu where tenant_id = $1 and role_id in (select id from held)`,
      [actor.tenancy.tenantId, actor.person.roles.map((role) => role.id)],
    ),
  );
  return new Set(rows.map((row) => row.id));
}

/** Is the menu in the package of the person's company? A company without a package has no limit. */
const bought = (actor: Actor, menu: MenuRow): boolean => actor.person.within?.has(menu.code) ?? true;

function granted(menus: readonly MenuRow[], ids: ReadonlySet<string> | 'all', actor: Actor): MenuRow[] {
  const held =
    ids === 'all'
      ? menus.filter((menu) => actor.person.platform || !platformOnly.some((table) => menu.code.startsWith(table)))
      : menus.filter((menu) => ids.has(menu.id));
  const all = held.filter((menu) => bought(actor, menu));
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const included = new Set<MenuRow>();
  // Ancestors are added when routes are read, never when grants are written.
  for (const menu of all)
    for (let one: MenuRow | undefined = menu; one && !included.has(one); one = byId.get(one.parentId))
      included.add(one);
  return menus.filter((menu) => included.has(menu));
}

const MAX_SPELLED = 5000;
/** Cache: the pinyin of three hundred menus takes 4 ms and seldom changes. */
const spelled = new Map<string, string>();

/** Return the pinyin of a name for the search. */
function spellingOf(name: string): string {
  let found = spelled.get(name);
  if (found === undefined) {
    if (spelled.size >= MAX_SPELLED) spelled.clear();
    spelled.set(name, (found = pinyin(name, { toneType: 'none', type: 'array' }).join(' ').toLowerCase()));
  }
  return found;
}

/**
 * Return the published client of the session, with the data by which menus are converted to its form; undefined for our
 * own client.
 */
async function familyOf({ session, request }: RouteAsking, app: App): Promise<FamilyMenus | undefined> {
  const named = (await clientNamed(app, session.client))?.face;
  const face =
    named === 'saberVue2'
      ? generationOf({
          authorization: String(request.headers['blade-auth']),
          cookies: request.headers.cookie ?? '',
          address: request.originalUrl,
        })
      : named;
  return isFamilyClient(face)
    ? {
        client: face,
        papers: [...app.papers.values()],
        planned: new Set(menuPlan(app.rooms).map((plan) => plan.code)),
      }
    : undefined;
}

const papersByTable = (app: App): ReadonlyMap<string, AnyPaper> =>
  new Map([...app.papers.values()].filter((paper) => paper.menu).map((paper) => [paper.table, paper]));

/** Does the person see this page? A button of another paper on it grants no right to read that paper. */
function isOpen(app: App, { person }: Actor): (menu: MenuRow) => boolean {
  const papers = papersByTable(app);
  return (menu) => {
    const paper = papers.get(menu.code);
    return !paper || decide(person, paper, 'view').allow;
  };
}

/** May the person run this button's action? A granted button may still be reserved for the platform. */
function works(app: App, { person }: Actor, menus: readonly MenuRow[]): (menu: MenuRow) => boolean {
  const papers = papersByTable(app);
  const pages = new Map(menus.map((menu) => [menu.id, menu.code]));
  return ({ category, code, parentId }) => {
    const paper = papers.get(pages.get(parentId) ?? '');
    return (
      category !== 2 ||
      !paper ||
      !code.startsWith(`${paper.table}_`) ||
      decide(person, paper, code.slice(paper.table.length + 1)).allow
    );
  };
}

/** Refuse menus until the required first steps are done. Return true for Sword, which fails on a refusal. */
async function isBeforeWork({ session }: RouteAsking, app: App): Promise<boolean> {
  if (session.first.length && (await clientNamed(app, session.client))?.face === 'swordReact') return true;
  assertFirstDone(session);
  return false;
}

async function routesOf(
  { topMenuId }: CallInputOf<typeof ownRoutes>,
  call: RouteAsking,
  app: App,
): Promise<readonly Nested<MenuRow>[]> {
  if (await isBeforeWork(call, app)) return [];
  const menus = granted(await menusOf(app), await grantedIds(app, call.actor), call.actor)
    .filter((menu) => menu.category === 1)
    .filter(isOpen(app, call.actor));
  let shown = menus;
  if (topMenuId) {
    const rows = await app.db.read(call.actor.tenancy, (sql) =>
      sql.query<{ id: string }>(
        'select menu_id as id from blade_top_menu_setting where tenant_id = $1 and top_menu_id = $2',
        [call.actor.tenancy.tenantId, topMenuId],
      ),
    );
    shown = granted(menus, new Set(rows.map((row) => row.id)), call.actor);
  }
  const family = await familyOf(call, app);
  if (family) return nested(familyRoutes(shown, family), 'parentId');
  // Leave out a group that contains no page.
  const parents = new Set(shown.map((menu) => menu.parentId));
  return nested(
    shown
      .filter((menu) => menu.path || parents.has(menu.id))
      .map((menu) => ({ ...menu, label: menu.name, pinyin: spellingOf(menu.name), hasChildren: parents.has(menu.id) })),
    'parentId',
  );
}

/**
 * Return the top menus with at least one visible page. People with a reserved role, which holds every right, also see
 * empty ones.
 */
async function topMenusOf(call: RouteAsking, app: App): Promise<readonly TopMenuRow[]> {
  const { actor } = call;
  const { tenantId } = actor.tenancy;
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<Omit<TopMenuRow, 'hasMenus'> & { menus: string[] | null }>(
      `select t.id, t.tenant_id as "tenantId", t.code, t.name, coalesce(t.name_en, t.name) as "nameEn", coalesce(t.source, '') as source, coalesce(t.path, '') as path, t.sort,
    (select array_agg(s.menu_id) from blade_top_menu_setting s where s.tenant_id = t.tenant_id and s.top_menu_id = t.id) as menus from blade_top_menu t where t.tenant_id = $1 and t.is_deleted = 0 and t.status = 1 order by t.sort, t.id`,
      [tenantId],
    ),
  );
  const ids = await grantedIds(app, actor);
  const family = await familyOf(call, app);
  const roads = granted(await menusOf(app), ids, actor)
    .filter((menu) => menu.category === 1 && menu.path)
    .filter(isOpen(app, actor));
  const pages = new Set((family ? familyRoutes(roads, family) : roads).map((menu) => menu.id));
  return rows
    .filter(({ menus }) => (menus ? menus.some((menu) => pages.has(menu)) : ids === 'all'))
    .map(({ menus, ...row }) => ({
      ...row,
      ...(family && { source: familyIcon(row.source, family.client) }),
      hasMenus: menus !== null,
    }));
}

/** Return the fields that the person's data scopes hide on a page, which our own client leaves out. */
function hiddenIn(app: App, person: Person, table: string): { readonly hiddenFields?: readonly string[] } {
  const paper = [...app.papers.values()].find((one) => one.table === table);
  const seen = paper && visibleFields(person, paper);
  return seen ? { hiddenFields: Object.keys(paper.fields).filter((name) => !seen.has(name)) } : {};
}

/**
 * Return an empty list for Sword, else undefined. Sword requests menus and buttons before the login, and a refusal
 * would hide its login page or reopen it after the login.
 */
const nothingForSword = async (call: OpenCall): Promise<readonly unknown[] | undefined> =>
  (await clientIfKnown(call))?.face === 'swordReact' ? [] : undefined;

async function buttonsOf(call: RouteAsking, app: App): Promise<readonly Nested<MenuRow>[]> {
  if (await isBeforeWork(call, app)) return [];
  const held = granted(await menusOf(app), await grantedIds(app, call.actor), call.actor);
  const menus = held.filter(works(app, call.actor, held));
  const family = await familyOf(call, app);
  if (family) return nested(familyButtons(menus, family), 'parentId');
  const withButtons = new Set(menus.filter((menu) => menu.category === 2).map((menu) => menu.parentId));
  return nested(
    menus
      .filter((menu) => menu.category === 2 || withButtons.has(menu.id))
      .map((menu) =>
        menu.category === 2 ? menu : { ...menu, parentId: '0', ...hiddenIn(app, call.actor.person, menu.code) },
      ),
    'parentId',
  );
}

/** Return the routes for menus, buttons and top menus of the session. */
export function menuRoutes(app: App): Route[] {
  const early = { atFirst: true, withoutToken: nothingForSword } as const;
  return [
    implementRoute(ownRoutes, (asked, call) => routesOf(asked, call, app), early),
    implementRoute(ownButtons, (_asked, call) => buttonsOf(call, app), early),
    implementRoute(
      ownTopMenus,
      async (_asked, call) => ((await isBeforeWork(call, app)) ? [] : topMenusOf(call, app)),
      { atFirst: true },
    ),
    implementRoute(
      routesWithRoles,
      async (_asked, call) => {
        await isBeforeWork(call, app);
        return [];
      },
      early,
    ),
  ];
}

export { granted, grantedIds, menusOf };
