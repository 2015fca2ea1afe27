import { expect, test } from 'vitest';
import { stateFieldOf } from '#kernel/language/lifecycle.ts';
import { must } from '#kernel/language/must.ts';
import { isDocument, lifeOf } from '#kernel/language/paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const logged = [...server.app.papers.values()].filter((paper) => isDocument(paper) && paper.logAs);
const { sql } = must(
  server.app.invariants.find((one) => one.code === 'D7X'),
  'D7X',
);
let rows = 0;

/** Write entries of one document into the log, each with its action and states. */
async function write(kind: string, entries: readonly (readonly [string, string | null, string])[]): Promise<string> {
  rows += 1;
  const bizId = String(rows);
  for (const [action, from, to] of entries)
    await server.tables(
      `insert into asactionlog (id, tenant_id, biz_type, biz_id, biz_no, action, action_name, from_status, to_status, operate_time, create_time, update_time)
      values (next_id(1), '000000', $1, $2::bigint, $2::bigint::text, $3, $3, $4, $5, now(), now(), now())`,
      [kind, bizId, action, from, to],
    );
  return bizId;
}

const broken = async (bizId: string): Promise<unknown[]> =>
  (await server.tables<{ words: string }>(sql, ['000000'])).filter(({ words }) => words.startsWith(`${bizId}: `));

test('the invariant D7X checks the log of every document with a lifecycle', async () => {
  expect(logged.length).toBeGreaterThan(8);
  for (const paper of logged) {
    const kind = String(paper.logAs);
    const [one, other] = Object.keys(lifeOf(paper).states.items);
    const right = await write(kind, [
      ['add', null, one],
      ['edit', one, one],
      ['move', one, other],
    ]);
    expect(await broken(right), paper.name).toEqual([]);
    const wrong = await write(kind, [
      ['add', null, one],
      ['move', other, one],
    ]);
    expect(await broken(wrong), paper.name).toHaveLength(1);
  }
});

test('each track of a document is a chain of its own', async () => {
  // The product alone moves papers along some tracks.
  const tracked = logged.flatMap((paper) => {
    const life = lifeOf(paper);
    const verb = Object.entries(life.actions).find(([, one]) => stateFieldOf(life, one) !== life.field);
    return verb ? [{ paper, life, verb }] : [];
  });
  expect(tracked.length).toBeGreaterThan(0);
  for (const { paper, life, verb } of tracked) {
    const [state, next] = Object.keys(life.states.items);
    const [name, action] = verb;
    const [from] = action.from;
    const right = await write(String(paper.logAs), [
      ['add', null, state],
      [name, from, action.to],
      ['move', state, next],
    ]);
    expect(await broken(right), paper.name).toEqual([]);
    const wrong = await write(String(paper.logAs), [
      [name, from, action.to],
      ['edit', state, state],
      [name, action.to === from ? 'other' : from, action.to],
    ]);
    expect(await broken(wrong), paper.name).toHaveLength(1);
  }
});
