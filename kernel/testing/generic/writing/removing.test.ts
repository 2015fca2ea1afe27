import { describe, expect, test } from 'vitest';
import { type AnyPaper, columnOf, lifeOf } from '#kernel/language/paper.ts';
import { enterCall } from '#kernel/server/database/call-scope.ts';
import { Trace } from '#kernel/server/database/trace.ts';
import { headersOf } from '#kernel/server/write/headers/headers.ts';
import { byPerson, removeStoredRows } from '#kernel/server/write/acts.ts';
import type { Transaction } from '#kernel/server/write/transaction.ts';
import { isRefusedByBusiness, isWritten, makeRemovable, putInto, titled } from '../../choose.ts';
import { type Body, keeper, keyOfRow, saved, describeAnswer } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const MANY_MS = 240_000;

/** Mark rows as imported by the keeper, because rolling back an import also removes rows. */
async function imported(paper: AnyPaper, ids: readonly string[]): Promise<string> {
  const [{ id: batch }] = await server.tables<{ id: string }>(
    "insert into anju_import (id, tenant_id, person_id, paper, state, name, counts, total, created, committed) values (next_id($1), '000000', $2, $3, 'committed', 'x.csv', $4, $5, to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0)) returning id::text as id",
    [server.clock.ms(), admin.id, paper.name, { new: ids.length }, ids.length],
  );
  for (const [at, id] of ids.entries())
    await server.tables(
      `insert into anju_import_row (tenant_id, batch, row, verdict, content, row_id, old, version, state) select '000000', $1, $2, 'new', '{}', id, '{}', version, 'done' from ${paper.table} where id = $3`,
      [batch, at + 1, id],
    );
  return batch;
}

async function takenBack(paper: AnyPaper, ids: readonly string[]): Promise<void> {
  const batch = await imported(paper, ids);
  const answer = await admin.post(`${paper.path}/import/rollback`, { batch });
  expect(answer.status, describeAnswer(answer)).toBe(200);
  await expect
    .poll(
      async () =>
        (await server.tables<{ state: string }>('select state from anju_import where id = $1', [batch]))[0].state,
    )
    .toBe('rolledBack');
}

const living = async (paper: AnyPaper, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await server.tables<{ id: string }>(
        `select id::text as id from ${paper.table} where id = any($1) and is_deleted = 0`,
        [ids],
      )
    ).map((row) => row.id),
  );

describe.each(titled((paper) => Boolean(paper.lifecycle) && isWritten(paper)))('%s', (_title, paper) => {
  const life = lifeOf(paper);
  const states = Object.keys(life.states.items);
  const fixed = states.filter((state) => !life.removable.includes(state));

  /** Return the ids of rows, one in each of these states. */
  async function standing(of: readonly string[]): Promise<Map<string, string>> {
    const rows = new Map<string, string>();
    for (const state of of) {
      const { id } = await saved(server, paper);
      await putInto(server, paper, id, state);
      rows.set(id, state);
    }
    return rows;
  }

  if (fixed.length)
    test(
      '生命周期没说可删的状态，单条、批量、撤销导入都删不掉，行上也没有删除 no call removes a row in a state that forbids it',
      { timeout: MANY_MS },
      async () => {
        const rows = await standing(fixed);
        const ids = [...rows.keys()];
        const shown = (await Promise.all(ids.map((id) => admin.get(`${paper.path}/detail`, { id })))).map(
          (answer) => answer.data as Body,
        );
        for (const one of shown) expect(one._can, String(rows.get(String(one.id)))).not.toContain('delete');
        const [single] = shown;
        const alone = await admin.post(`${paper.path}/remove`, { ids: keyOfRow(paper, single) });
        expect([alone.status, alone.reason], describeAnswer(alone)).toEqual([409, 'row.notDraft']);
        const together = await admin.post(`${paper.path}/remove`, { ids: [...ids, '4711'].join(',') });
        expect(
          together.data.failed.map((one: Body) => one.reason),
          describeAnswer(together),
        ).toEqual([...ids.map(() => 'row.notDraft'), 'row.missing']);
        if (paper.rights.import) await takenBack(paper, ids);
        expect(await living(paper, ids)).toEqual(new Set(ids));
      },
    );

  test(
    '可删的状态才删得掉，且行上说得出 a removable row offers the removal, and it works',
    { timeout: MANY_MS },
    async () => {
      const rows = await standing(life.removable);
      for (const [id, state] of rows) {
        const detail = await admin.get(`${paper.path}/detail`, { id });
        expect(detail.data._can, state).toContain('delete');
        const answer = await admin.post(`${paper.path}/remove`, { ids: id });
        if (!isRefusedByBusiness(answer)) expect(answer.status, `${state}: ${describeAnswer(answer)}`).toBe(200);
      }
      if (!paper.rights.import || !life.removable.length) return;
      const more = await standing(life.removable);
      await takenBack(paper, [...more.keys()]);
      expect(await living(paper, [...more.keys()])).toEqual(new Set());
    },
  );
});

test(
  '一千行一起删除：五条语句以内，被引用的留下并说明原因 a thousand rows go in five statements at most; one that is pointed at stays, and its answer says why',
  { timeout: MANY_MS },
  async () => {
    const rows = await server.tables<{ id: string }>(
      `insert into asmanufacturer (id, tenant_id, manufacturer_name, status, is_deleted, version, create_time, update_time) select next_id($1::bigint), '000000', '厂家' || n, 1, 0, 1, to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0) from generate_series(1, 1000) n returning id::text as id`,
      [server.clock.ms()],
    );
    const ids = rows.map((row) => row.id);
    const pointed = ids[500];
    await saved(server, server.app.papers.get('equipment')!, { manufacturerId: pointed });
    const trace = new Trace();
    await server.work('as_admin', (context) =>
      enterCall(trace, () =>
        removeStoredRows(
          context as Transaction,
          byPerson(context as Transaction),
          server.app.papers.get('manufacturer')!,
          ids.slice(0, 500),
        ),
      ),
    );
    // The history of all rows is written by one statement, together with the commit.
    expect(
      trace.statements.reduce((sum, one) => sum + one.count, 0),
      JSON.stringify(trace.statements),
    ).toBeLessThanOrEqual(4);
    // A malformed id is reported as missing, and does not affect the removal of the others.
    const answer = await admin.post('blade-maintenance/webApi/asmanufacturer/remove', {
      ids: [...ids.slice(500), 'none'],
    });
    expect([answer.status, answer.data.success.length], describeAnswer(answer)).toEqual([200, 499]);
    expect(answer.data.failed).toMatchObject([
      { id: pointed, reason: 'row.referred' },
      { id: 'none', reason: 'row.missing' },
    ]);
    expect(
      await server.tables(
        'select distinct xmin::text as written from asmanufacturer where id = any($1) and is_deleted = 1',
        [ids.slice(500)],
      ),
    ).toHaveLength(1);
    expect(await living(server.app.papers.get('manufacturer')!, ids)).toEqual(new Set([pointed]));
    expect(
      await server.tables("select 1 from anju_audit where paper = 'manufacturer' and action = 'remove'"),
    ).toHaveLength(999);
  },
);

/** Return the references to these rows that their removal should have cleared. */
async function pointing(paper: AnyPaper, ids: readonly string[]): Promise<string[]> {
  const still: string[] = [];
  for (const released of server.app.behaviours.get(paper.name)?.releases ?? []) {
    const [name, field] = released.split('.');
    const other = server.app.papers.get(name)!;
    expect(other.fields[field]?.paper, released).toBe(paper.name);
    if (
      (await server.tables(`select 1 from ${other.table} where is_deleted = 0 and ${columnOf(field)} = any($1)`, [ids]))
        .length
    )
      still.push(released);
  }
  return still;
}

/** Return the ids of up to eight rows, under one header if they are lines. There are fewer if the room forbids more. */
async function eight(paper: AnyPaper): Promise<string[]> {
  const ids: string[] = [];
  const parents = headersOf(server.app.papers, paper)
    .map((header) => header.parent)
    .filter((name) => !paper.fields[name].unique);
  let over: Body = {};
  for (let at = 0; at < 8; at++) {
    const row = await saved(server, paper, over).catch(() => null);
    if (!row) continue;
    if (!(await makeRemovable(server, paper, row.id))) return [];
    ids.push(row.id);
    over = Object.fromEntries(parents.filter((name) => row[name]).map((name) => [name, row[name]]));
  }
  return ids;
}

/**
 * Papers whose removal may take further statements. Each removed visit changes the states of its dispatch form and
 * order, one after the other. A configuration that listens takes its connection along; the others have none.
 */
const APART = ['visit', 'connectConfig'];
const LEAST = 4;

test(
  '一起删除的单据：多行与少行问数据库的次数一样多 removing many rows takes as many statements as removing few',
  { timeout: MANY_MS },
  async () => {
    const together: string[] = [];
    const passedOver: string[] = [];
    const more: string[] = [];
    for (const paper of server.app.papers.values()) {
      const ids = isWritten(paper) ? await eight(paper) : [];
      if (ids.length < LEAST) {
        if (isWritten(paper) && paper.lifecycle?.removable.length !== 0) passedOver.push(paper.name);
        continue;
      }
      const statements: number[] = [];
      const why: string[] = [];
      const few = Math.floor(ids.length / 4);
      // The large removal is between two small ones, because the first or last line of a header may need an extra
      // statement.
      for (const some of [ids.slice(few, 2 * few), ids.slice(2 * few), ids.slice(0, few)]) {
        const trace = new Trace();
        const refused = await server.work('administrator', (context) =>
          enterCall(trace, () =>
            removeStoredRows(context as Transaction, byPerson(context as Transaction), paper, some),
          ),
        );
        why.push(...[...refused.values()].map((one) => one.reason));
        statements.push(trace.statements.reduce((sum, one) => sum + one.count, 0));
      }
      expect([...(await living(paper, ids))], `${paper.name}: ${why.join(', ')}`).toEqual([]);
      expect(await pointing(paper, ids), paper.name).toEqual([]);
      // One extra statement is allowed, which runs when the last line of a header is removed. One extra statement per
      // row is not.
      if (statements[1] > Math.max(statements[0], statements[2]) + 1)
        more.push(`${paper.name}: ${statements.join(' and ')} statements`);
      together.push(paper.name);
    }
    // The only paper that is left out: a header has too few of its rows to compare.
    expect(passedOver).toEqual(['completionCharge']);
    expect(more.filter((one) => !APART.includes(one.split(':')[0]))).toEqual([]);
    expect(together).toEqual(
      expect.arrayContaining([
        'role',
        'dict',
        'notice',
        'process',
        'region',
        'equipment',
        'dispatchForm',
        'completion',
        'crewMember',
        'collection',
        'pieceLine',
        'visitFile',
      ]),
    );
  },
);

test('树上连同下级一起选中的，一起删除 chosen rows of a tree are removed together with their child rows', async () => {
  const [, paper] = titled((one) => Boolean(one.tree) && isWritten(one) && !one.key && one.owner !== 'platform')[0];
  const above = await saved(server, paper);
  const below = await saved(server, paper, { [String(paper.tree!.parent)]: above.id });
  const answer = await admin.post(`${paper.path}/remove`, { ids: [above.id, below.id] });
  expect(answer.data, describeAnswer(answer)).toEqual({ success: [above.id, below.id], failed: [] });
  expect(await living(paper, [above.id, below.id])).toEqual(new Set());
});
