import { type Action, type Lifecycle, UNDO_MINUTES, stateFieldOf, statesOf } from '#kernel/language/lifecycle.ts';
import { mustFind } from '#kernel/language/must.ts';
import { type AnyPaper, isDocument, lifeOf } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Sql } from '../../context.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import type { Actor } from '../../session/actor.ts';
import { nowOf } from '../../time/tenancy.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import type { Stored } from '../stored-row.ts';

/** The caller at a moment of the tenant's clock. */
interface Caller {
  readonly tenantId: string;
  readonly personId: string;
  readonly now: string;
}

/** Return the names of all acts and moves that write the state which an action writes. */
function namesBeside(life: Lifecycle, action: Action): string[] {
  const track = mustFind(statesOf(life), (one) => one.field === stateFieldOf(life, action));
  return [...Object.keys(track.actions), ...track.moves.map((move) => move[2])];
}

/** Return the ids of rows whose last change of this state was the undone act, by the caller, within `UNDO_MINUTES`. */
async function ownRecent(
  sql: Sql,
  app: App,
  { tenantId, personId, now }: Caller,
  paper: AnyPaper,
  action: Action,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = namesBeside(lifeOf(paper), action);
  const log = isDocument(paper) ? app.ownPapers.actionLog : undefined;
  const [from, row, person, at] = log
    ? [`${log.table} where tenant_id = $1 and biz_id = any($2::bigint[])`, 'biz_id', 'operator_id', 'operate_time']
    : ['anju_audit where tenant_id = $1 and row_id = any($2::bigint[]) and paper = $7', 'row_id', 'person_id', 'at'];
  const found = await sql.query<{ id: string }>(
    `select l.target::text as id from (select distinct on (${row}) ${row} as target, ${person} as person, action, ${at} as at
       from ${from} and action = any($3::text[]) order by ${row}, id desc) l
     where l.action = $4 and l.person = $5 and l.at >= $6::timestamptz - interval '${UNDO_MINUTES} minutes'`,
    [tenantId, ids, names, action.undoes, personId, now, ...(log ? [] : [paper.name])],
  );
  return new Set(found.map((one) => one.id));
}

/** Refuse to take back an act that the caller did not do, or did not do within `UNDO_MINUTES`. */
export async function assertUndoable(
  tx: DatabaseSession,
  paper: AnyPaper,
  action: Action,
  rows: readonly Stored[],
): Promise<void> {
  if (!action.undoes) return;
  const ids = rows.map((row) => String(row.id));
  const caller = { tenantId: tx.tenantId, personId: tx.person.id, now: tx.now() };
  const own = await ownRecent(tx.sql, tx.app, caller, paper, action, ids);
  if (ids.some((id) => !own.has(id))) throw refuse.undoEnded({ minutes: UNDO_MINUTES });
}

/** Return the milliseconds of a wall time, for differences of two times of one zone. */
const wallMs = (time: unknown): number => Date.parse(`${String(time).slice(0, 19).replace(' ', 'T')}Z`);

/** Was the row changed within `UNDO_MINUTES`? Only then can an act on it be taken back. */
const isRecent = (row: Readonly<Record<string, unknown>>, now: string): boolean =>
  wallMs(row.updateTime) >= wallMs(now) - UNDO_MINUTES * 60_000;

/** Return the function that tells whether an action undoes another one and the caller may not do it to a row now. */
export async function closedUndos(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<(row: Readonly<Record<string, unknown>>, name: string) => boolean> {
  const life = paper.lifecycle;
  const undoing = Object.entries(life?.actions ?? {}).filter(([, action]) => action.undoes);
  if (!life || !undoing.length) return () => false;
  const now = nowOf(app.clock, actor.tenancy);
  const caller = { tenantId: actor.tenancy.tenantId, personId: actor.person.id, now };
  const open = new Map<string, ReadonlySet<string>>();
  for (const [name, action] of undoing) {
    const ids = rows
      .filter((row) => action.from.includes(String(row[stateFieldOf(life, action)])) && isRecent(row, now))
      .map((row) => String(row.id));
    if (!ids.length) continue;
    open.set(name, await app.db.read(actor.tenancy, (sql) => ownRecent(sql, app, caller, paper, action, ids)));
  }
  const names = new Set(undoing.map(([name]) => name));
  return (row, name) => names.has(name) && !open.get(name)?.has(String(row.id));
}
