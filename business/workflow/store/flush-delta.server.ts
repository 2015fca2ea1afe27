import type { Context } from '#kernel/server';
import { CHANGING_ACTIVITY_FIELDS, type Delta, type RowChanges } from '../engine/state/delta.rules.ts';
import { FIXED_FIELDS } from '../engine/state/fixed-fields.rules.ts';
import {
  activityFields,
  candidateFields,
  executionFields,
  instanceFields,
  jobFields,
  subscriptionFields,
  taskFields,
} from './stored-rows.rules.ts';
import { type TableStatements, settingNamed, statementsOf } from './stored-table.rules.ts';

const instances = statementsOf('wf_instance', instanceFields, { fixed: FIXED_FIELDS.instances, hasRoot: false });
const executions = statementsOf('wf_execution', executionFields, { fixed: FIXED_FIELDS.executions });
const tasks = statementsOf('wf_task', taskFields, { fixed: FIXED_FIELDS.tasks });
const candidates = statementsOf('wf_task_candidate', candidateFields, { hasRoot: false });
const subscriptions = statementsOf('wf_subscription', subscriptionFields, { fixed: FIXED_FIELDS.subscriptions });
const jobs = statementsOf('wf_job', jobFields, { fixed: FIXED_FIELDS.jobs });
const activities = statementsOf('wf_activity', activityFields);

const UNCLAIMABLE = 'delete from wf_task_candidate where tenant_id = $2 and task_id = any($1::bigint[])';

type Changing = Pick<TableStatements, 'changing' | 'changingOne'>;

const ended = (rows: string): string =>
  `update wf_activity t set ${settingNamed(activityFields, CHANGING_ACTIVITY_FIELDS)}
  from jsonb_array_elements(${rows}::jsonb) r where t.id = (r->>'id')::bigint and t.tenant_id = $1`;

const ending: Changing = {
  changing: (rows, ids) => `${ended(rows)} and t.id = any(${ids}::bigint[])`,
  changingOne: (rows, id) => `${ended(rows)} and t.id = ${id}::bigint`,
};

/** A job that failed for good is not loaded: it goes with its execution, and its incident is resolved. */
const forgetting = (ids: string): string =>
  `delete from wf_job where tenant_id = $1 and root_id = $2 and is_dead and execution_id = any(${ids}::bigint[])`;

const resolving = (ids: string, now: string): string =>
  `update wf_incident n set resolved_at = ${now}::timestamptz from wf_job j where n.tenant_id = $1 and n.job_id = j.id and n.resolved_at is null
     and j.tenant_id = $1 and j.root_id = $2 and j.is_dead and j.execution_id = any(${ids}::bigint[])`;

/** Texts of statements, by what they write: commands of a kind write the same parts. */
const texts = new Map<string, string>();
const MOST_TEXTS = 1000;

/** Parts of one statement that writes rows of several tables; none of them sees what another writes. */
class Writes {
  readonly #parts: (() => string)[] = [];
  readonly #values: unknown[];
  #kind = '';

  constructor(tenantId: string, rootId: string) {
    this.#values = [tenantId, rootId];
  }

  insert(name: string, of: TableStatements, rows: readonly unknown[]): void {
    if (rows.length) this.#add(`+${name}`, (at) => of.inserting(at(0)), [JSON.stringify(rows)]);
  }

  /** Most commands change one row of a table: that is found by its key, whatever PostgreSQL knows of the table. */
  change(name: string, of: Changing, rows: readonly { readonly id: string }[]): void {
    if (rows.length === 1)
      this.#add(`!${name}`, (at) => of.changingOne(at(0), at(1)), [JSON.stringify(rows), rows[0].id]);
    else if (rows.length)
      this.#add(`*${name}`, (at) => of.changing(at(0), at(1)), [JSON.stringify(rows), rows.map((one) => one.id)]);
  }

  delete(name: string, of: TableStatements, ids: readonly string[]): void {
    if (ids.length) this.#add(`-${name}`, (at) => of.deleting(at(0)), [ids]);
  }

  /** Remove what failed for good in executions that are over. */
  forgetFailed(executionIds: readonly string[], now: string): void {
    if (executionIds.length === 0) return;
    this.#add('forgotten', (at) => forgetting(at(0)), [executionIds]);
    this.#add('resolved', (at) => resolving(at(0), at(1)), [executionIds, now]);
  }

  all<Row extends { readonly id: string }>(name: string, of: TableStatements, rows: RowChanges<Row>): void {
    this.insert(name, of, rows.inserted);
    this.change(name, of, rows.changed);
    this.delete(name, of, rows.deleted);
  }

  #add(kind: string, part: (at: (value: number) => string) => string, values: readonly unknown[]): void {
    const first = this.#values.push(...values) - values.length + 1;
    this.#kind += kind;
    this.#parts.push(() => part((value) => `$${first + value}`));
  }

  /** The statement of all parts; null where nothing is written. */
  statement(): { readonly text: string; readonly values: readonly unknown[] } | null {
    if (!this.#parts.length) return null;
    let text = texts.get(this.#kind);
    if (text === undefined) {
      const parts = this.#parts.map((part, at) => `p${at} as (${part()})`);
      text = `with ${parts.join(', ')} select where $1::text is not null and $2::bigint is not null`;
      if (texts.size >= MOST_TEXTS) texts.clear();
      texts.set(this.#kind, text);
    }
    return { text, values: this.#values };
  }
}

/** Writes what a command changed: one statement for all tables, and two where candidates of tasks change; the commit waits for them. */
export function flushDelta(context: Context, rootId: string, delta: Delta): void {
  const { tenantId, sql } = context;
  const writes = new Writes(tenantId, rootId);
  writes.all('instances', instances, delta.instances);
  writes.all('executions', executions, delta.executions);
  writes.all('tasks', tasks, delta.tasks);
  writes.all('subscriptions', subscriptions, delta.subscriptions);
  writes.all('jobs', jobs, delta.jobs);
  writes.forgetFailed(delta.executions.deleted, context.now());
  writes.insert('activities', activities, delta.activities.inserted);
  writes.change('activities', ending, delta.activities.changed);
  // Candidates of a task may go and come anew, which two parts of one statement could not do.
  if (delta.candidates.deletedOf.length) sql.enqueue(UNCLAIMABLE, [delta.candidates.deletedOf, tenantId]);
  writes.insert('candidates', candidates, delta.candidates.inserted);
  const statement = writes.statement();
  if (statement) sql.enqueue(statement.text, statement.values);
}
