import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, type Term, decide, holds } from '#kernel/language/permission.ts';
import { paperNamed, type RouteAsking } from '#kernel/server';
import { Parameters, scopeSql } from '#kernel/server/list-tools';
import { user } from '../../people/user/user.paper.ts';
import type { Able } from './explain.calls.ts';

/** Code of the page in the menu, the right of a domain administrator to have rights explained. */
const PAGE = 'permission';
const MAX_PEOPLE = 200;
const MAX_NAMED = 10;

/** Does the row fulfil one of these conditions on rows? It is checked by the same SQL as in a list. */
export async function isSeen(call: RouteAsking, paper: AnyPaper, id: string, where: readonly Term[]): Promise<boolean> {
  const values = new Parameters();
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(call.actor.tenancy.tenantId)}`;
  const text = `select 1 as one from ${paper.table} t where t.id = ${values.add(id)}${tenant} and t.is_deleted = 0 and ${scopeSql(paper, where, values, (name) => paperNamed(call.app, name))}`;
  return (await call.app.db.read(call.actor.tenancy, (sql) => sql.query(text, values.values))).length === 1;
}

const seesUsers = (person: Person): boolean => decide(person, user, 'view').allow;

/** May the person have rights of others explained? */
export const mayExplain = (person: Person): boolean => seesUsers(person) || holds(person, PAGE);

/**
 * May the caller have the rights of this person explained? A caller who sees users has those explained that are in
 * sight. A domain administrator sees no users, and has those explained who do not see them either.
 */
export const isExplainable = async (call: RouteAsking, person: Person): Promise<boolean> => {
  const caller = call.actor.person;
  if (seesUsers(caller)) return isSeen(call, user, person.id, decide(caller, user, 'view').where);
  return holds(caller, PAGE) && !seesUsers(person);
};

/** Return the first ten people whom the caller may have explained who may do the action now. */
export async function whoCan(
  call: RouteAsking,
  { paper, action, id }: { readonly paper: AnyPaper; readonly action: string; readonly id: string },
): Promise<readonly Able[]> {
  const { app, actor } = call;
  const values = new Parameters();
  const company = `t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const { where } = decide(actor.person, user, 'view');
  const sight = seesUsers(actor.person) ? scopeSql(user, where, values, (name) => paperNamed(app, name)) : 'true';
  const users = await app.db.read(actor.tenancy, async (sql) =>
    sql.query<{ id: string; name: string; roles: string | null }>(
      `select t.id, t.real_name as name, (select string_agg(r.role_name, '、' order by r.sort) from blade_role r where r.tenant_id = t.tenant_id and r.id = any(t.role_id)) as roles
       from blade_user t where ${company} and ${sight} and t.is_deleted = 0 and t.status = 1 order by t.id limit ${MAX_PEOPLE}`,
      values.values,
    ),
  );
  const able: Able[] = [];
  for (const one of users) {
    if (able.length >= MAX_NAMED) break;
    const person = await app.ports.person(actor.tenancy, one.id);
    if (!person || !(seesUsers(actor.person) || !seesUsers(person))) continue;
    const decision = decide(person, paper, action);
    if (decision.allow && (!id || (await isSeen(call, paper, id, decision.where))))
      able.push({ id: one.id, name: one.name, roles: one.roles ?? '' });
  }
  return able;
}
