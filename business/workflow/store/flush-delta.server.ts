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

/**
 * SQL that deletes finally failed jobs of ended executions. They are not loaded into the tree, so the engine cannot
 * delete them.
 */
const forgetting = (ids: string): string =>
  `delete from wf_job where tenant_id = $1 and root_id = $2 and is_dead and execution_id = any(${ids}::bigint[])`;

const resolving = (ids: string, now: string): string =>
  `update wf_incident n set resolved_at = ${now}::timestamptz from wf_job j where n.tenant_id = $1 and n.job_id = j.id and n.resolved_at is null
     and j.tenant_id = $1 and j.root_id = $2 and j.is_dead and j.execution_id = any(${ids}::bigint[])`;

/** Cache of statement texts by the kinds of their parts, which repeat from command to command. */
const texts = new Map<string, string>();
const MAX_TEXTS = 1000;

/** Builds one statement that writes rows of several tables. All parts see the tables as they were before it. */
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

  /**
   * Add an update of rows. The usual single row is addressed by its id, because PostgreSQL misjudges a set of rows and
   * would read the whole table.
   */
  change(name: string, of: Changing, rows: readonly { readonly id: string }[]): void {
    if (rows.length === 1)
      this.#add(`!${name}`, (at) => of.changingOne(at(0), at(1)), [JSON.stringify(rows), rows[0].id]);
    else if (rows.length)
      this.#add(`*${name}`, (at) => of.changing(at(0), at(1)), [JSON.stringify(rows), rows.map((one) => one.id)]);
  }

  delete(name: string, of: TableStatements, ids: readonly string[]): void {
    if (ids.length) this.#add(`-${name}`, (at) => of.deleting(at(0)), [ids]);
  }

  /** Delete finally failed jobs of ended executions, and resolve their incidents. */
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

  /** Return the statement with its values; null if there is nothing to write. */
  statement(): { readonly text: string; readonly values: readonly unknown[] } | null {
    if (!this.#parts.length) return null;
    let text = texts.get(this.#kind);
    if (text === undefined) {
      const parts = this.#parts.map((part, at) => `p${at} as (${part()})`);
      text = `with ${parts.join(', ')} select where $1::text is not null and $2::bigint is not null`;
      if (texts.size >= MAX_TEXTS) texts.clear();
      texts.set(this.#kind, text);
    }
    return { text, values: this.#values };
  }
}

/**
 * Queue the writes of a command, which the commit waits for. They are one statement for all tables, and a second one if
 * candidates are removed.
 */
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
  // One statement cannot delete and insert the same candidate, so removals come first in a statement of their own.
  if (delta.candidates.deletedOf.length) sql.enqueue(UNCLAIMABLE, [delta.candidates.deletedOf, tenantId]);
  writes.insert('candidates', candidates, delta.candidates.inserted);
  const statement = writes.statement();
  if (statement) sql.enqueue(statement.text, statement.values);
}
