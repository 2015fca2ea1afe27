import { masked } from '#kernel/fields/mask.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { columnOf } from '#kernel/language/paper.ts';
import { decide, mayReveal } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../app.ts';
import { Parameters } from '../database/statement.ts';
import { scopeSql } from '../list/scope.ts';
import { callScope, type Sought } from '../database/call-scope.ts';
import { row as refuse } from '../refusals.ts';
import { inZone } from '../time/clock.ts';
import { writeAbout } from '../write/log/log.ts';
import { transact } from '../write/transaction.ts';
import type { Actor } from '../session/actor.ts';

const HOUR_MS = 3_600_000;

/**
 * Default limits an hour; a company may set others. The first limits searches that reveal the owner of a number to a
 * person without the right to it. The second limits searches without a hit by people with the right.
 */
const USUAL = { 'privacy.numberSearches': 30, 'privacy.numberMisses': 200 } as const;
type Limit = keyof typeof USUAL;

const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

async function mostOf(app: App, tenantId: string, limit: Limit): Promise<number> {
  const setting = await app.ports.parameter(tenantId, limit);
  return /^\d{1,6}$/.test(setting) ? Number(setting) : USUAL[limit];
}

/** Count one search in this hour, by whichever process. Refuse above the limit. */
async function count(app: App, { person, tenancy }: Actor, limit: Limit): Promise<void> {
  const now = app.clock.ms();
  const most = await mostOf(app, tenancy.tenantId, limit);
  const [{ failures }] = await app.db.platform((sql) =>
    sql.query<{ failures: number }>(
      `insert into anju_attempt (id, failures, last) values ($1, 1, $2)
    on conflict (id) do update set failures = case when anju_attempt.last <= $3 then 1 else anju_attempt.failures + 1 end, last = case when anju_attempt.last <= $3 then $2 else anju_attempt.last end
    returning failures`,
      [`${limit} ${tenancy.tenantId} ${person.id}`, stamp(now), stamp(now - HOUR_MS)],
    ),
  );
  if (failures > most)
    throw limit === 'privacy.numberSearches' ? refuse.numberSearches({ most }) : refuse.numberMisses({ most });
}

/** Return which of these fields contain the number in a row that the person may see. */
async function hits(app: App, { person, tenancy }: Actor, places: readonly Sought[]): Promise<boolean[]> {
  const values = new Parameters();
  const columns = places.map(({ paper, name, value }, at) => {
    const { allow, where } = decide(person, paper, 'view');
    if (!allow) return `false as h${at}`;
    const tenant = paper.owner === 'platform' ? '' : `t.tenant_id = ${values.add(tenancy.tenantId)} and `;
    return `exists (select 1 from ${paper.table} t where ${tenant}t.is_deleted = 0 and t.${columnOf(name)} = ${values.add(value)}::${columnFor(paper.fields[name]).type(paper.fields[name])} and ${scopeSql(paper, where, values, (other) => paperNamed(app, other))}) as h${at}`;
  });
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<Record<string, boolean>>(`select ${columns.join(', ')}`, values.values),
  );
  return places.map((_, at) => row[`h${at}`]);
}

const note = (app: App, actor: Actor, { paper, name, value }: Sought): Promise<void> =>
  transact(app, actor, async (tx) => {
    const { label, personal } = paper.fields[name];
    const shown = masked(value, personal!);
    await writeAbout(tx, paper, 'search', [
      `按完整${label[0]}查询：${shown}`,
      `Searched by a whole ${label[1].toLowerCase()}: ${shown}`,
    ]);
  });

/**
 * Count a search for one number in one or several fields. A hit in a field that is masked for the person counts as
 * revealing, and so does every search if all fields are masked. Any other search without a hit counts as a miss.
 */
async function judge(app: App, actor: Actor, places: readonly Sought[]): Promise<void> {
  const opens = places.map(({ paper, name }) => mayReveal(actor.person, paper, paper.fields[name]));
  const found = opens.includes(true) ? await hits(app, actor, places) : [];
  const hidden = places.find((_, at) => !opens[at] && (found[at] ?? true));
  if (hidden) {
    await count(app, actor, 'privacy.numberSearches');
    await note(app, actor, hidden);
  } else if (!found.includes(true)) await count(app, actor, 'privacy.numberMisses');
}

/**
 * Count the number searches of the current call, once a number, before its answer is sent: masked numbers could be
 * found by trials. Refuse (429) above the hourly limit. Calls without such a search cost nothing.
 */
export async function assertMaySeek(app: App, actor: Actor): Promise<void> {
  const search = callScope()?.sought;
  if (!search?.fresh.length) return;
  for (const [value, places] of Map.groupBy(search.fresh.splice(0), (one) => one.value)) {
    if (search.judged.has(value)) continue;
    search.judged.add(value);
    const each = new Map(places.map((one) => [`${one.paper.name} ${one.name}`, one]));
    await judge(app, actor, [...each.values()]);
  }
}
