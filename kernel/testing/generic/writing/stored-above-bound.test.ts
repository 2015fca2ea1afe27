import { expect, test } from 'vitest';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { problemsOf } from '#kernel/web/form/form-state.ts';
import { fixtureFields, isWritten, stays, stored, titled } from '../../choose.ts';
import { type Body, describeAnswer, keeper, saved, testEach } from '../../sample.ts';
import { type Answer, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

const LARGEST_INTEGER = 2_147_483_647;

/** Return the maximum of a number's column; undefined for another kind. */
function largestOf(field: Field): string | undefined {
  const { number } = kindOf(field);
  if (number === 'whole') return String(LARGEST_INTEGER);
  const [, digits, scale] = /(\d+),\s*(\d+)\)/.exec(columnFor(field).type(field)) ?? [];
  return number === 'decimal' && digits ? '9'.repeat(Number(digits) - Number(scale)) : undefined;
}

/** Return the numbers that a person enters, with a value that fits the column but not the bound. */
const bounded = (paper: AnyPaper): { name: string; field: Field; above: string }[] =>
  fixtureFields(paper).flatMap(([name, field]) => {
    // A field that is hidden in the form keeps no value, so it is left out.
    const above = paper.shownWhen?.[name] ? undefined : largestOf(field);
    return above && 'problem' in kindOf(field).accept(above, field) ? [{ name, field, above }] : [];
  });

const blamed = ({ reason, data }: Answer): string[] =>
  reason === 'row.invalid' ? ((data.fields ?? []) as Body[]).map((one) => String(one.field)) : [];

const papers = titled((paper) => isWritten(paper) && bounded(paper).length > 0);
const kinds = new Set(papers.flatMap(([, paper]) => bounded(paper).map(({ field }) => field.kind)));

test(
  'a stored number above its bound comes back unchanged and is not refused, another one is',
  { timeout: 120_000 },
  async () => {
    expect(papers.length).toBeGreaterThan(15);
    expect(kinds.size).toBeGreaterThan(3);
    const wrong: string[] = [];
    await testEach(papers, async ([, paper]) => {
      const numbers = bounded(paper);
      const row = await saved(server, paper);
      const set = numbers.map(({ name }, at) => `${columnOf(name)} = $${at + 2}`).join(', ');
      await server.tables(`update ${paper.table} set ${set} where id = $1`, [
        row.id,
        ...numbers.map(({ above }) => above),
      ]);
      const before = await stored(server, paper, row.id);
      const detail = (await admin.get(`${paper.path}/detail`, { id: String(row.id) })).data as Body;
      const same = Object.fromEntries(numbers.map(({ name }) => [name, detail[name]]));
      const back = await admin.post(`${paper.path}/update`, { ...stays(paper, row), ...same });
      const names = blamed(back).filter((name) => name in same);
      if (names.length) wrong.push(`${paper.name} ${names.join()}: ${describeAnswer(back)}`);
      const after = await stored(server, paper, row.id);
      for (const { name } of numbers)
        expect(after[columnOf(name)], `${paper.name} ${name}`).toEqual(before[columnOf(name)]);
      // The form, too, accepts the stored value as long as it is unchanged.
      expect(Object.keys(problemsOf(paper.fields, same, Object.keys(same), same)), paper.name).toEqual([]);
      const other = Object.fromEntries(numbers.map(({ name, above }) => [name, `${above.slice(0, -1)}1`]));
      const changed = await admin.post(`${paper.path}/update`, { ...stays(paper, row), ...other });
      if (changed.status === 200) wrong.push(`${paper.name}: changed values above the bound are taken`);
    });
    expect(wrong).toEqual([]);
  },
);
