import { beforeAll, expect, test } from 'vitest';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { revealedBy } from '#kernel/language/rights/reveal.ts';
import { titled } from '../../choose.ts';
import { type Body, listPath, saved } from '../../sample.ts';
import { type Answer, type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const maskedFields = (paper: AnyPaper): [string, Field][] =>
  storedFields(paper).filter(([, field]: [string, Field]) => hides(field.personal) && !field.readers);
const papers = titled((paper) => maskedFields(paper).length > 0);
const OPERATORS = [
  '',
  'equal',
  'notequal',
  'like',
  'notlike',
  'likeleft',
  'likeright',
  'ge',
  'gt',
  'le',
  'lt',
  'in',
  'notin',
  'null',
  'notnull',
];

/** A caller who may read, export and report all papers, but may not reveal masked values. */
let reader: TestCaller;
/** A caller who may reveal masked values too. */
let opener: TestCaller;

async function holding(alias: string, opens: boolean): Promise<TestCaller> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($2), '000000', $1, $1, 'all', 1, now(), now())",
    [alias, server.clock.ms()],
  );
  const never = [
    ...new Set(papers.flatMap(([, paper]) => maskedFields(paper).flatMap(([, field]) => revealedBy(paper, field)))),
  ];
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2 and ($3 or not (m.code = any($2)))",
    [alias, never, opens],
  );
  // As a published client, whose unknown filters are ignored instead of refused.
  return (await server.as(alias, { who: 'masked' })).asPublished();
}

beforeAll(async () => {
  reader = await holding('reads_masked', false);
  opener = await holding('reads_clear', true);
});

const idsIn = (data: unknown): string =>
  JSON.stringify(
    (Array.isArray(data) ? data : ((data as { records?: Body[] }).records ?? [])).map((row: Body) => row.id),
  );

type List = (query: Record<string, string>) => Promise<Answer>;

/** Assert that filters by an amount of pay have no effect: each gives the answer without a filter. */
async function answersNothing(list: List, name: string, value: string, plain: string): Promise<void> {
  for (const operator of OPERATORS)
    for (const operand of [value, '0.01', '99999999']) {
      expect(
        idsIn((await list({ [operator ? `${name}_${operator}` : name]: operand })).data),
        `${name}_${operator}=${operand}`,
      ).toBe(plain);
    }
}

/**
 * Assert that parts of a phone or an ID card find nothing. The complete value finds the row, and for phones its last
 * four digits.
 */
async function answersWhole(list: List, name: string, value: string, plain: string): Promise<void> {
  const part = value.slice(0, -1);
  for (const operator of ['like', 'likeleft', 'likeright', 'ge', 'gt', 'le', 'lt']) {
    const answer = await list({ [`${name}_${operator}`]: part });
    expect(
      answer.status === 400 || idsIn(answer.data) === '[]' || idsIn(answer.data) === plain,
      `${name}_${operator} ${idsIn(answer.data)}`,
    ).toBe(true);
  }
  const found = idsIn((await list({ keyword: part })).data);
  expect(found === plain || found === '[]', `${name} keyword`).toBe(true);
}

/**
 * Assert that a report neither groups, sums, sorts nor filters by a masked field. This holds for all callers, because
 * other people read the report too. As a column the field is masked.
 */
async function reportsNothing(
  who: TestCaller,
  paper: AnyPaper,
  name: string,
  value: string,
  isVeiled: boolean,
): Promise<void> {
  const ask = (more: Body): Promise<Answer> =>
    who.post('blade-report/report/rest/preview', {
      name: '',
      paperName: paper.name,
      shape: 'groups',
      span: 'all',
      groupBy: 'createTime',
      measures: [{ how: 'count' }],
      ...more,
    });
  expect((await ask({})).status, 'a report of this paper').toBe(200);
  const refused: Body[] = [
    { groupBy: name },
    { thenBy: name },
    ...['sum', 'average', 'min', 'max'].map((how) => ({ measures: [{ how, name }] })),
    { shape: 'list', columns: [{ name, sum: true }] },
    { shape: 'list', columns: [{ name }], orderBy: name },
    // Whether a value exists is secret only for pay.
    ...OPERATORS.filter((operator) => isVeiled || !['null', 'notnull'].includes(operator)).map((operator) => ({
      filters: [{ name: operator ? `${name}_${operator}` : name, value }],
    })),
  ];
  for (const more of refused) {
    const answer = await ask(more);
    expect([answer.status, JSON.stringify(answer.body).includes(value)], JSON.stringify(more)).toEqual([400, false]);
  }
  const shown = await ask({ shape: 'list', columns: [{ name }, { name: 'createTime' }] });
  expect(JSON.stringify(shown.data.rows ?? shown.data), `column ${name}`).not.toContain(value);
}

test.each(papers)(
  '%s：看不到的值，筛选、排序、检索、导出都问不出来 filters, orders, searches and exports reveal no masked value',
  async (_title, paper) => {
    const cards = maskedFields(paper)
      .filter(([, field]) => field.personal === 'idCard')
      .map(([name]) => [name, '310101199003071230']);
    const row = await saved(server, paper, Object.fromEntries(cards));
    const list: List = (query) => reader.get(listPath(paper), { size: '50', ...query });
    const answer = await list({});
    expect(answer.status).toBe(200);
    const plain = idsIn(answer.data);
    for (const [name, field] of maskedFields(paper)) {
      const [{ value }] = await server.tables<{ value: string | null }>(
        `select ${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}::text as value from ${paper.table} where id = $1`,
        [row.id],
      );
      if (value === null) continue;
      await (field.personal === 'amount' ? answersNothing : answersWhole)(list, name, value, plain);
      // A caller who may reveal values filters by complete values only. A range would find out a value without a log
      // entry.
      await answersWhole(
        (query) => opener.get(listPath(paper), { size: '50', ...query }),
        name,
        value,
        idsIn((await opener.get(listPath(paper), { size: '50' })).data),
      );
      for (const who of paper.name === 'reportFile' ? [] : [reader, opener])
        await reportsNothing(who, paper, name, value, who === reader && field.personal === 'amount');
      for (const order of ['ascs', 'descs'])
        expect(idsIn((await list({ [order]: name })).data), `${order} ${name}`).toBe(plain);
      const answers = [
        answer,
        await reader.get(`${paper.path}/detail`, { id: row.id }),
        await reader.post(`${paper.path}/export`, { scope: 'all', format: 'csv', columns: [name] }),
        await reader.post('blade-core/reveal', { paper: paper.name, id: row.id, field: name, reason: '因' }),
      ];
      for (const one of answers)
        expect(JSON.stringify(one.body), name).not.toContain(
          field.personal === 'amount' ? `"${name}":${JSON.stringify(value)}` : value,
        );
      expect(answers[3].status, `reveal ${name}`).toBe(403);
      expect(
        (await opener.post('blade-core/reveal', { paper: paper.name, id: row.id, field: name, reason: '因' })).data,
        name,
      ).toMatchObject({ value: expect.anything(), seconds: 60 });
    }
  },
);

test('员工隐私有自己的权限；技师电话也给派工员与班组长 personal data of staff has its own right, and dispatchers and leaders may reveal phones of technicians', async () => {
  const technician = titled()
    .map(([, paper]) => paper)
    .find((paper) => paper.name === 'technician')!;
  const row = await saved(server, technician, { idCardNo: '310101199001011234', baseSalary: '6500' });
  const reads = async (alias: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        ['phone', 'idCardNo', 'baseSalary'].map(async (field) => [
          field,
          (
            await (
              await server.as(alias, { who: 'staff' })
            ).post('blade-core/reveal', { paper: 'technician', id: row.id, field, reason: '核对' })
          ).status,
        ]),
      ),
    );
  for (const alias of ['as_hr', 'as_manager', 'as_admin'])
    expect(await reads(alias), alias).toEqual({ phone: 200, idCardNo: 200, baseSalary: 200 });
  for (const alias of ['as_dispatcher', 'as_leader'])
    expect(await reads(alias), alias).toMatchObject({ phone: 200, idCardNo: 403, baseSalary: 403 });
  expect(await reads('as_cs')).toEqual({ phone: 403, idCardNo: 403, baseSalary: 403 });
  // Existing companies get the new buttons when the server starts again.
  const granted = await server.tables<{ alias: string }>(
    "select r.role_alias as alias from blade_role r join blade_role_menu g on g.role_id = r.id and g.tenant_id = r.tenant_id join blade_menu m on m.id = g.menu_id where m.code = 'staff_privacy_view' and r.tenant_id = '000000' and r.role_alias like 'as\\_%' order by 1",
  );
  expect(granted.map((one) => one.alias)).toEqual(['as_admin', 'as_hr', 'as_manager']);
});
