import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Actor } from '../../session/actor.ts';
import { portraitsOf } from '../presenter.ts';
import { assertInSight, assertMay, rowsInSight } from '../read.ts';

/** Somebody who has a row before him on a page of his. */
export interface PresentPerson {
  /** The row. */ readonly id: string;
  readonly by: string;
  readonly byName: string;
  readonly portrait?: string;
  readonly editing: boolean;
  /** So long he counts unless he is heard of again. */ readonly seconds: number;
}

/** What is called to all processes when somebody comes, begins to edit, or goes: `tenant paper row`. */
export const PRESENCE = 'anju_presence';

/** A page that is not heard of for so long is closed, or has lost its line. */
export const ALIVE_SECONDS = 25;
/** So many pages of one person count; nobody has more before him. */
const MOST_PAGES = 20;
const MOST_SHOWN = 100;

/** Notes that somebody has a row before him, looks at it or edits it; only of rows that he sees. Others are told when that is news. */
export async function bePresent(
  app: App,
  actor: Actor,
  of: AnyPaper,
  given: { readonly id: string; readonly page: string; readonly editing: boolean },
): Promise<void> {
  const row = await assertInSight(app, actor, of, given.id);
  const { tenantId } = actor.tenancy;
  const { id: person, name } = actor.person;
  await app.db.read(actor.tenancy, async (sql) => {
    await sql.query(
      `with was as (select 1 from anju_presence where tenant_id = $1 and person_id = $2 and page = $3 and paper = $4 and row_id = $5 and editing = $7 and until > to_timestamp($8 / 1000.0)),
        now as (insert into anju_presence (tenant_id, person_id, page, paper, row_id, person_name, editing, until)
          values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0) + interval '${ALIVE_SECONDS} seconds')
          on conflict (tenant_id, person_id, page) do update set paper = excluded.paper, row_id = excluded.row_id, person_name = excluded.person_name, editing = excluded.editing, until = excluded.until),
        gone as (delete from anju_presence where tenant_id = $1 and ((person_id <> $2 or page <> $3) and until < to_timestamp($8 / 1000.0)
          or person_id = $2 and page <> $3 and page in (select page from anju_presence where tenant_id = $1 and person_id = $2 and page <> $3 order by until desc offset ${MOST_PAGES - 1})))
      select pg_notify('${PRESENCE}', $1 || ' ' || $4 || ' ' || $5::text) where not exists (select 1 from was)`,
      [tenantId, person, given.page, of.name, row, name, given.editing, app.clock.ms()],
    );
  });
}

/** Notes that a page of somebody was closed. */
export async function leave(app: App, actor: Actor, page: string): Promise<void> {
  await app.db.read(actor.tenancy, (sql) =>
    sql.query(
      `with gone as (delete from anju_presence where tenant_id = $1 and person_id = $2 and page = $3 returning paper, row_id)
      select pg_notify('${PRESENCE}', $1 || ' ' || paper || ' ' || row_id::text) from gone`,
      [actor.tenancy.tenantId, actor.person.id, page],
    ),
  );
}

/** Who else looks at these rows; of rows out of the sight of who asks nothing is told. */
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
      group by row_id, person_id order by min(until) limit ${MOST_SHOWN}`,
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
