import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Actor } from '../../session/actor.ts';
import { portraitsOf } from '../presenter.ts';
import { assertInSight, assertMay, rowsInSight } from '../read.ts';

/** Person who has a row open. */
export interface PresentPerson {
  /** Id of the row; the person is `by`. */ readonly id: string;
  readonly by: string;
  readonly byName: string;
  readonly portrait?: string;
  readonly editing: boolean;
  /** Seconds until the presence expires, unless it is renewed. */ readonly seconds: number;
}

/** Notification to all processes when somebody opens, edits or leaves a row: `tenant paper row`. */
export const PRESENCE = 'anju_presence';

/** Time after which a page that does not renew its presence counts as closed or disconnected (seconds). */
export const ALIVE_SECONDS = 25;
/** Maximum number of stored pages of a person. */
const MAX_PAGES = 20;
const MAX_SHOWN = 100;

/** Store that the caller has a visible row open, and whether it is being edited. Notify others of a change. */
export async function bePresent(
  app: App,
  actor: Actor,
  of: AnyPaper,
  input: { readonly id: string; readonly page: string; readonly editing: boolean },
): Promise<void> {
  const row = await assertInSight(app, actor, of, input.id);
  const { tenantId } = actor.tenancy;
  const { id: person, name } = actor.person;
  await app.db.read(actor.tenancy, async (sql) => {
    await sql.query(
      `with was as (select 1 from anju_presence where tenant_id = $1 and person_id = $2 and page = $3 and paper = $4 and row_id = $5 and editing = $7 and until > to_timestamp($8 / 1000.0)),
        now as (insert into anju_presence (tenant_id, person_id, page, paper, row_id, person_name, editing, until)
          values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0) + interval '${ALIVE_SECONDS} seconds')
          on conflict (tenant_id, person_id, page) do update set paper = excluded.paper, row_id = excluded.row_id, person_name = excluded.person_name, editing = excluded.editing, until = excluded.until),
        gone as (delete from anju_presence where tenant_id = $1 and ((person_id <> $2 or page <> $3) and until < to_timestamp($8 / 1000.0)
          or person_id = $2 and page <> $3 and page in (select page from anju_presence where tenant_id = $1 and person_id = $2 and page <> $3 order by until desc offset ${MAX_PAGES - 1})))
      select pg_notify('${PRESENCE}', $1 || ' ' || $4 || ' ' || $5::text) where not exists (select 1 from was)`,
      [tenantId, person, input.page, of.name, row, name, input.editing, app.clock.ms()],
    );
  });
}

/** Remove the presence of a closed page. */
export async function leave(app: App, actor: Actor, page: string): Promise<void> {
  await app.db.read(actor.tenancy, (sql) =>
    sql.query(
      `with gone as (delete from anju_presence where tenant_id = $1 and person_id = $2 and page = $3 returning paper, row_id)
      select pg_notify('${PRESENCE}', $1 || ' ' || paper || ' ' || row_id::text) from gone`,
      [actor.tenancy.tenantId, actor.person.id, page],
    ),
  );
}

/** Return the others who have these rows open. Rows out of the caller's scope are left out. */
export async function presentAt(
  app: App,
  actor: Actor,
  of: AnyPaper,
  ids: readonly string[],
): Promise<PresentPerson[]> {
  const { where } = assertMay(actor, of, 'view');
  const found = await app.db.read(actor.tenancy, (sql) =>
    sql.query<Omit<PresentPerson, 'portrait'>>(
      `select row_id::text as id, person_id::text as by, max(person_name) as "byName", bool_or(editing) as editing,
        ceil(extract(epoch from max(until) - to_timestamp($5 / 1000.0)))::int as seconds
      from anju_presence where tenant_id = $1 and paper = $2 and row_id = any($3::bigint[]) and person_id <> $4 and until > to_timestamp($5 / 1000.0)
      group by row_id, person_id order by min(until) limit ${MAX_SHOWN}`,
      [actor.tenancy.tenantId, of.name, ids, actor.person.id, app.clock.ms()],
    ),
  );
  if (found.length === 0) return [];
  const seen = await rowsInSight(
    app,
    actor,
    of,
    found.map((one) => one.id),
    where,
  );
  const there = found.filter((one) => seen.has(one.id));
  const portrait = await portraitsOf(
    app,
    actor,
    there.map((one) => one.by),
  );
  return there.map((one) => ({ ...one, portrait: portrait(one.by) }));
}
