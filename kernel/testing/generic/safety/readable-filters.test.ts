import { describe, expect, test } from 'vitest';
import type { Operator } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { titled } from '../../choose.ts';
import { type Body, keeper, listPath, saved, describeAnswer, takesAnyText } from '../../sample.ts';
import { type Answer, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

/** Return a value that is invalid for this field and operator, so that the filter must be refused. */
const unreadable = (field: Field, operator: Operator | '' = ''): string =>
  takesAnyText(field) ||
  operator.includes('like') ||
  (operator === '' && field.filter === 'like' && !kindOf(field).foundByTail)
    ? 'x'.repeat(2500)
    : '☃☃';

/** Return the filters of a paper's list: its fields, common ones, and its own filters. */
function filtersOf(paper: AnyPaper): [name: string, field: Field, operators: readonly (Operator | '')[]][] {
  const fields = [...storedFields(paper), ...Object.entries(baseFields)].filter(
    ([, field]) => !field.secret && kindOf(field).operators.includes('equal'),
  ) as [string, Field][];
  const own = Object.entries(server.app.behaviours.get(paper.name)?.filters ?? {}).map(
    ([name, { reads }]): [string, Field, readonly ''[]] => [name, reads, ['']],
  );
  const ofKind = (field: Field): readonly (Operator | '')[] => [
    '',
    ...kindOf(field).operators.filter((one) => !one.endsWith('null')),
  ];
  return [
    ...fields
      .filter(([name]) => !own.some(([other]) => other === name) && !Object.hasOwn(paper.says ?? {}, name))
      .map(([name, field]): [string, Field, readonly (Operator | '')[]] => [name, field, ofKind(field)]),
    ...own,
  ];
}

const namesField = (answer: Answer, name: string): void =>
  expect(
    [answer.status, answer.reason, (answer.data as { fields?: { field: string }[] }).fields?.map((one) => one.field)],
    `${name}: ${describeAnswer(answer)}`,
  ).toEqual([400, 'row.filterUnreadable', [name]]);

const count = async (paper: AnyPaper): Promise<number> =>
  Number((await server.tables<{ n: string }>(`select count(*) as n from ${paper.table} where is_deleted = 0`))[0].n);

/** Return the path that reads a list: for trees the children of a level, for others a page. */
const pathOf = (paper: AnyPaper): string => (paper.tree ? `${paper.path}/lazy-list` : listPath(paper));

/** Return whether the list is the standard call, not replaced by one of the paper's own. */
const stands = (paper: AnyPaper, path: string): boolean =>
  (path !== 'export' || Boolean(paper.rights.export)) &&
  !server.app.behaviours.get(paper.name)?.calls?.some((one) => one.path === path);

describe.each(titled())('%s', (_title, paper) => {
  test('读不懂的筛选值是400并指出字段，空值不算筛选 an unreadable filter value is refused by name, an empty one is ignored', async () => {
    const list = (query: Record<string, string>): Promise<Answer> => admin.get(pathOf(paper), { size: '5', ...query });
    for (const [name, field, operators] of filtersOf(paper)) {
      for (const operator of operators) {
        const key = operator ? `${name}_${operator}` : name;
        namesField(await list({ [key]: unreadable(field, operator) }), key);
      }
    }
    const nothing = Object.fromEntries(
      filtersOf(paper).flatMap(([name], at) => [
        [name, ['', 'undefined', 'null'][at % 3]],
        [`${name}_equal`, ['null', '', 'undefined'][at % 3]],
      ]),
    );
    expect((await list(nothing)).body).toMatchObject({ code: 200 });
    expect(JSON.stringify((await list(nothing)).data)).toBe(JSON.stringify((await list({})).data));
  });

  if (!paper.readOnly && stands(paper, 'remove'))
    test('按筛选改、删、导出：每个条件都要认得且有值；删除要说准条数 a change, removal or export by filters needs valid filters, a removal the exact count', async () => {
      const row: Body = await saved(server, paper);
      const before = await count(paper);
      const life = paper.lifecycle?.field;
      const only = { id: String(row.id), ...(life && { [life]: String(row[life]) }) };
      const [[name, field]] = filtersOf(paper).filter(([one]) => Object.hasOwn(paper.fields, one));
      const wrong: [filters: Body, reason: string, name: string][] = [
        [{ ...only, nobody: 'x' }, 'row.filterUnknown', 'nobody'],
        [{ ...only, [`${name}_ignore`]: 'x' }, 'row.filterUnknown', `${name}_ignore`],
        ...['', 'undefined', 'null', null].map((value): [Body, string, string] => [
          { ...only, [name]: value },
          'row.filterEmpty',
          name,
        ]),
        [{ ...only, [name]: unreadable(field) }, 'row.filterUnreadable', name],
        [{ ...only, [name]: { a: 1 } }, 'row.filterUnreadable', name],
      ];
      for (const [filters, reason, named] of wrong) {
        const calls: [string, Body][] = [
          ['remove', { matching: { filters, count: 1 } }],
          ['bulk', { matching: { filters }, set: {} }],
          ['export', { scope: 'all', filters, format: 'csv' }],
          ['export', { scope: 'all', matching: { filters }, format: 'csv' }],
        ];
        for (const [call, body] of calls.filter(([one]) => stands(paper, one))) {
          const answer = await admin.post(`${paper.path}/${call}`, body);
          expect(
            [
              answer.status,
              answer.reason,
              (answer.data as { fields?: { field: string }[] }).fields?.map((one) => one.field),
            ],
            `${call} ${JSON.stringify(filters).slice(0, 200)}: ${describeAnswer(answer)}`,
          ).toEqual([400, reason, [named]]);
        }
      }
      for (const [expected, status] of [
        [undefined, 400],
        ['x', 400],
        [0, 409],
        [2, 409],
        [1.5, 400],
      ] as const) {
        expect(
          (await admin.post(`${paper.path}/remove`, { matching: { filters: only, count: expected } })).status,
          String(expected),
        ).toBe(status);
      }
      expect(await count(paper)).toBe(before);
      // A removal by filter removes exactly the announced number of rows.
      const gone = await admin.post(`${paper.path}/remove`, { matching: { filters: only, count: 1 } });
      expect(await count(paper), describeAnswer(gone)).toBe(gone.status === 200 ? before - 1 : before);
    });
});
