import type { Label } from '#kernel/language/label.ts';
import { type Person, holdsEverything } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import { mayBeStartedBy } from '../engine/model/starters.rules.ts';
import { refuse } from '../refusals.ts';
import type { StoredDefinition } from '../store/definitions.server.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';

/**
 * Keys by which a person starts processes: the account, its roles and their parent roles, its departments and those
 * above. Null: the person may start all.
 */
export async function starterKeys({ sql, tenantId }: Reading, person: Person): Promise<string[] | null> {
  if (person.isProduct || person.roles.some(holdsEverything)) return null;
  const rows = await sql.query<{ key: string }>(
    `with recursive up as (
       select d.id, d.parent_id from ${deptFacts} d where d.tenant_id = $1 and d.id = any($2::bigint[])
       union select d.id, d.parent_id from ${deptFacts} d join up on d.id = up.parent_id where d.tenant_id = $1),
     held as (select r.id, r.role_alias as alias from ${roleFacts} r where r.tenant_id = $1 and r.is_deleted = 0
       and (r.id = any($3::bigint[]) or r.id in (select c.parent_id from ${roleFacts} c where c.tenant_id = $1 and c.id = any($3::bigint[]))))
     select 'dept:' || id as key from up union all select 'role:' || id from held union all select 'role:' || alias from held`,
    [tenantId, person.departments, person.roles.map(({ id }) => id)],
  );
  return [`user:${person.id}`, `user:${person.account}`, ...rows.map(({ key }) => key)];
}

/** Return the titles of papers as one list, in both languages. */
export function titlesOf({ rooms }: Reading, names: readonly string[]): Label {
  const titles = rooms
    .flatMap((room) => room.papers)
    .flatMap(({ name, title }) => (names.includes(name) ? [title] : []));
  return [titles.map(([zh]) => zh).join('、'), titles.map(([, en]) => en).join(', ')];
}

/** Refuse a person unless the process names the person, or names no starters at all. */
async function assertStarter(reading: Reading, { name, process }: StoredDefinition, person: Person): Promise<void> {
  if (!process.starters) return;
  const keys = await starterKeys(reading, person);
  if (keys && !mayBeStartedBy(process, new Set(keys))) throw refuse.mayNotStart({ name });
}

/** Refuse a start for a paper that the process does not govern, or by a person who may not start it. */
export async function assertMayStart(
  reading: Reading,
  definition: StoredDefinition,
  { businessTable, person = reading.person }: { readonly businessTable: string; readonly person?: Person },
): Promise<void> {
  const { papers } = definition.process;
  const paper = reading.rooms.flatMap((room) => room.papers).find(({ table }) => table === businessTable);
  if (papers && !papers.includes(paper?.name ?? ''))
    throw refuse.otherPaper({ name: definition.name, papers: titlesOf(reading, papers) });
  await assertStarter(reading, definition, person);
}
