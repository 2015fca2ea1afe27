import { expect } from 'vitest';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { holdTree } from '../command/run-command.server.ts';
import { noteStuck } from '../command/note-stuck.server.ts';
import { EMPTY_TREE } from '../engine/state/apply-delta.rules.ts';
import type { MemoryRun } from '../engine/simulate/memory-run.rules.ts';
import type { Delta, InstanceTree, RowChanges } from '../engine/state/delta.rules.ts';
import type { TreeStorage } from '../engine/testing/player.ts';
import { flushDelta } from '../store/flush-delta.server.ts';
import * as stored from '../store/stored-rows.rules.ts';
import { selectedFields } from '../store/stored-table.rules.ts';
import { broken } from './processes.ts';

type Fields = Readonly<Record<string, string>>;

const IDS_OF_A_CASE = 1_000_000;
const FIRST_NAME = 900_000;

/**
 * Maps ids and names of a scenario to row numbers and back. Each scenario has its own range, so that no two share a
 * row.
 */
class Ids {
  readonly #base: number;
  readonly #names: string[] = [];

  constructor(number: number) {
    this.#base = number * IDS_OF_A_CASE;
  }

  readonly numberOf = (id: string): string => {
    if (/^\d+$/.test(id)) return String(this.#base + Number(id));
    const known = this.#names.indexOf(id);
    const at = known < 0 ? this.#names.push(id) - 1 : known;
    return String(this.#base + FIRST_NAME + at);
  };

  readonly idOf = (number: string): string => {
    const at = Number(number) - this.#base;
    return at < FIRST_NAME ? String(at) : (this.#names[at - FIRST_NAME] ?? number);
  };
}

/** Return a row with its ids mapped; all other values stay. */
const withIds = <Row extends object>(row: Row, fields: Fields, change: (id: string) => string): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      fields[field]?.startsWith('id') && typeof value === 'string' ? change(value) : value,
    ]),
  ) as Row;

const TABLES = [
  ['instances', stored.instanceFields],
  ['executions', stored.executionFields],
  ['tasks', stored.taskFields],
  ['subscriptions', stored.subscriptionFields],
  ['jobs', stored.jobFields],
] as const;

function treeWith(tree: InstanceTree, change: (id: string) => string): InstanceTree {
  const parts = TABLES.map(([name, fields]) => [name, tree[name].map((row) => withIds(row, fields, change))]);
  return Object.fromEntries(parts) as InstanceTree;
}

function deltaWith(delta: Delta, change: (id: string) => string): Delta {
  const all = <Row extends object>(rows: readonly Row[], fields: Fields): Row[] =>
    rows.map((row) => withIds(row, fields, change));
  const parts = TABLES.map(([name, fields]) => {
    const { inserted, changed, deleted } = delta[name] as RowChanges<object>;
    return [name, { inserted: all(inserted, fields), changed: all(changed, fields), deleted: deleted.map(change) }];
  });
  const { candidates, activities } = delta;
  return {
    ...delta,
    ...(Object.fromEntries(parts) as Delta),
    candidates: {
      inserted: all(candidates.inserted, stored.candidateFields),
      deletedOf: candidates.deletedOf.map(change),
    },
    activities: {
      inserted: all(activities.inserted, stored.activityFields),
      changed: all(activities.changed, stored.activityFields),
    },
  };
}

/** Return rows as JSON stores them, ordered by id. */
const plain = <Row extends object>(rows: Iterable<Row>): unknown[] =>
  [...rows].map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>).toSorted(byId);

const byId = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
  Number(one.id) - Number(other.id) || String(one.key).localeCompare(String(other.key));

/** Delete all rows of the previous scenario. */
const EMPTYING = [
  'wf_instance',
  'wf_execution',
  'wf_task',
  'wf_task_candidate',
  'wf_subscription',
  'wf_job',
  'wf_activity',
  'wf_incident',
]
  .map((table) => `delete from ${table}`)
  .join(';');

/**
 * Invariants that concern the engine alone. The others need people, papers and deployed versions, which scenarios do
 * not have.
 */
const HOLDING = ['WF3', 'WF5', 'WF7', 'WF8'];

/** Writes each delta with the statements of the product, and reads the tree again for the next command. */
export class StoredTrees implements TreeStorage {
  static #last = 0;
  readonly #server: TestServer;
  readonly #ids = new Ids((StoredTrees.#last += 1));
  #loaded: InstanceTree = EMPTY_TREE;

  constructor(server: TestServer) {
    this.#server = server;
  }

  async store(run: MemoryRun, delta: Delta): Promise<InstanceTree> {
    const rootId = this.#ids.numberOf(run.rootId);
    if (run.deltas.length === 1) await this.#server.tables(EMPTYING);
    const written = deltaWith(delta, this.#ids.numberOf);
    await this.#server.work('as_manager', async (context) => {
      flushDelta(context, rootId, written);
      await noteStuck(context, rootId, this.#loaded, written);
    });
    const loaded = await this.#server.work('as_manager', (context) => holdTree(context, rootId));
    this.#loaded = loaded;
    const tree = treeWith(loaded, this.#ids.idOf);
    const living = run.tree.instances.filter(({ endedAt }) => endedAt === null);
    const expected: InstanceTree = { ...run.tree, instances: living };
    for (const [name] of TABLES) expect(plain<object>(tree[name]), name).toEqual(plain<object>(expected[name]));
    return tree;
  }

  async close(run: MemoryRun): Promise<void> {
    if (run.rootId === '') return;
    expect(plain(await this.#rows('wf_task', stored.taskFields, run))).toEqual(plain(run.tasks.values()));
    expect(plain(await this.#rows('wf_activity', stored.activityFields, run))).toEqual(plain(run.activities.values()));
    expect(await this.#candidates()).toEqual([...run.candidates].map(([id, keys]) => [id, keys.toSorted()]).toSorted());
    expect(await broken(this.#server, '000000', HOLDING)).toEqual([]);
  }

  async #rows(table: string, fields: Fields, run: MemoryRun): Promise<object[]> {
    const rows = await this.#server.tables<object>(
      `select ${selectedFields(fields)} from ${table} t where t.root_id = $1`,
      [this.#ids.numberOf(run.rootId)],
    );
    return rows.map((row) => withIds(numbersIn(row, fields), fields, this.#ids.idOf));
  }

  async #candidates(): Promise<unknown[]> {
    const rows = await this.#server.tables<{ id: string; keys: string[] }>(
      'select task_id::text as id, array_agg(key) as keys from wf_task_candidate group by 1',
    );
    return rows.map(({ id, keys }) => [this.#ids.idOf(id), keys.toSorted()]).toSorted();
  }
}

/** Convert instants to numbers, because a plain query returns them as texts. */
const numbersIn = (row: object, fields: Fields): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      fields[name]?.startsWith('instant') && value !== null ? Number(value) : value,
    ]),
  );
