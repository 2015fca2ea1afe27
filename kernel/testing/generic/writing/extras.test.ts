import { columnFor } from '#kernel/fields/columns.server.ts';
import { describe, expect, test } from 'vitest';
import { type Inputs, isDraftField, isExactField, isLinesField } from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import { isWritten, stays, stored, titled } from '../../choose.ts';
import { type Body, describeAnswer, keeper, sample, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

/** Return a value that no kind accepts. */
const wrongFor = (field: Field): unknown =>
  isDraftField(field) ? 'yes' : columnOfInput(field) === 'jsonb' ? [1] : { a: 1 };

/** Return the column type of an input; undefined for kinds that exist only as inputs of calls. */
const columnOfInput = (field: Field): string | undefined =>
  isExactField(field) || isLinesField(field) ? undefined : columnFor(field).type(field);

const count = async (table: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${table}`))[0].n;

describe.each(titled((paper) => isWritten(paper) && paper.extras !== undefined))('%s', (_title, paper) => {
  const extras = Object.entries({ ...(paper.extras as Inputs) });

  test('随单据一起送来的，读不懂就说出是哪一个，什么也没保存 an unreadable extra input of a save is refused by name, and nothing is saved', async () => {
    const row = await saved(server, paper);
    const before = await stored(server, paper, row.id);
    const fresh = await sample(server, paper);
    for (const [name, field] of extras)
      for (const [path, body] of [
        ['update', stays(paper, row)],
        ['submit', fresh],
      ] as [string, Body][]) {
        const rows = await count(paper.table);
        for (const caller of [admin, admin.inEnglish()]) {
          const answer = await caller.post(`${paper.path}/${path}`, { ...body, [name]: wrongFor(field) });
          expect([answer.status, answer.reason], `${path} ${name}: ${describeAnswer(answer)}`).toEqual([
            400,
            'row.invalid',
          ]);
          const fields = answer.data.fields as { field: string; msg: string }[];
          expect(fields.map((one) => one.field)).toContain(name);
          expect(/[\u4e00-\u9fff]/.test(answer.msg), answer.msg).toBe(caller.language === 'zh');
        }
        expect(await count(paper.table)).toBe(rows);
      }
    expect(await stored(server, paper, row.id)).toEqual(before);
  });
});
