import { kindOf } from '#kernel/fields/kinds.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { revealedBy } from '#kernel/language/rights/reveal.ts';
import { titled } from '../../choose.ts';
import { listPath, saved, describeAnswer } from '../../sample.ts';
import { checked, committed, downloadSheet, sheetWith } from '../../sheets.ts';
import { type Answer, type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const numbersOf = (paper: AnyPaper): [string, Field][] =>
  storedFields(paper).filter(
    ([, field]: [string, Field]) => hides(field.personal) && field.personal !== 'amount' && !field.readers,
  );
const papers = titled((paper) => numbersOf(paper).length > 0);

/** A caller who may read, change and export all papers, but may not reveal masked values. */
let reader: TestCaller;
/** A caller who may reveal masked values too. */
let opener: TestCaller;

async function holding(alias: string, scope: 'all' | 'own', opens: boolean): Promise<TestCaller> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($2), '000000', $1, $1, $3, 1, now(), now())",
    [alias, server.clock.ms(), scope],
  );
  const never = [
    ...new Set(papers.flatMap(([, paper]) => numbersOf(paper).flatMap(([, field]) => revealedBy(paper, field)))),
  ];
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2 and ($3 or not (m.code = any($2)))",
    [alias, never, opens],
  );
  return server.as(alias, { who: 'seeker' });
}

async function limit(key: 'privacy.numberSearches' | 'privacy.numberMisses', most: number): Promise<void> {
  await server.tables('delete from blade_param where param_key = $1', [key]);
  await server.tables(
    "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', $2, $2, $3, now(), now())",
    [server.clock.ms(), key, String(most)],
  );
  server.app.ports.forget('000000');
}

beforeAll(async () => {
  reader = await holding('seeks_masked', 'all', false);
  opener = await holding('seeks_clear', 'all', true);
});
beforeEach(async () => {
  await server.tables("delete from anju_attempt where id like 'privacy.%'");
});

type Way = (who: TestCaller, value: string) => Promise<Pick<Answer, 'status'>>;

/** Return the calls that find rows of a paper by a complete phone or ID number, with a name for each. */
function waysTo(paper: AnyPaper, name: string, field: Field): [string, Way][] {
  const list = listPath(paper);
  const preview = { name: '查', paperName: paper.name, shape: 'list', columns: [{ name: paper.caption }] };
  return [
    ['filter', (who, value) => who.get(list, { [name]: value })],
    ['operator', (who, value) => who.get(list, { [`${name}_equal`]: value })],
    [
      'matching',
      (who, value) => who.post(`${paper.path}/bulk`, { matching: { filters: { [name]: value } }, set: {}, dry: true }),
    ],
    ['options', (who, value) => who.get('blade-core/options', { paper: paper.name, [name]: value })],
    [
      'report',
      (who, value) => who.post('blade-report/report/rest/preview', { ...preview, filters: [{ name, value }] }),
    ],
    ...(kindOf(field).foundByTail
      ? ([['keyword', (who, value) => who.get(list, { keyword: value })]] as [string, Way][])
      : []),
    ...(paper.rights.export
      ? ([
          [
            'export',
            (who, value) =>
              downloadSheet(who, `${paper.path}/export`, { scope: 'all', filters: { [name]: value }, format: 'csv' }),
          ],
        ] as [string, Way][])
      : []),
  ];
}

/** Names of the calls that were refused after too many searches. */
const stopped = new Set<string>();

const attempts = async (): Promise<number> =>
  Number(
    (
      await server.tables<{ n: string }>(
        "select coalesce(sum(failures), 0) as n from anju_attempt where id like 'privacy.%'",
      )
    )[0].n,
  );

describe.each(papers)('%s', (_title, paper) => {
  test('看不了明文的人按完整号码查询，每种途径都计数、留痕、到限为止 searches by a masked number are counted, logged and limited at every call', async () => {
    await limit('privacy.numberSearches', 2);
    for (const [name, field] of numbersOf(paper)) {
      const value = kindOf(field).foundByTail ? '13912340001' : '310101199003071230';
      await saved(server, paper, paper.readOnly ? {} : { [name]: value });
      for (const [way, ask] of waysTo(paper, name, field)) {
        await server.tables("delete from anju_attempt where id like 'privacy.%'");
        const before = await server.tables("select 1 from anju_audit where action = 'search'");
        const statuses: number[] = [];
        for (let n = 0; n < 3; n++) statuses.push((await ask(reader, value)).status);
        // A call that this paper does not have counts no attempt and finds nothing.
        if ((await attempts()) === 0) {
          expect(
            statuses.every((status) => status !== 200),
            `${way} ${name} ${statuses.join()}`,
          ).toBe(true);
          continue;
        }
        stopped.add(way);
        expect([statuses[2], statuses[0] === 429 || statuses[1] === 429], `${way} ${name}`).toEqual([429, false]);
        expect(
          (await server.tables<{ remark: string }>("select remark from anju_audit where action = 'search'")).length -
            before.length,
          `${way} ${name}`,
        ).toBe(2);
      }
    }
    expect(JSON.stringify(await server.tables("select remark from anju_audit where action = 'search'"))).not.toContain(
      '13912340001',
    );
  });
});

// The tested calls include no reports, because reports refuse filters by masked fields.
test('每种途径都走到了 every call was tested', () =>
  expect([...stopped].toSorted()).toEqual(['export', 'filter', 'keyword', 'matching', 'operator', 'options']));

const customers = 'blade-maintenance/webApi/ascustomer';

test('三十次之后请稍候，用来人的语言说；过一小时再来；列表照常不计数 thirty searches an hour, refused in the caller’s language; the next hour starts from zero, and ordinary lists are not counted', async () => {
  await limit('privacy.numberSearches', 30);
  // Concurrent searches on several servers share one counter: exactly thirty succeed.
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => reader.get(`${customers}/list`, { phone: `139000000${String(10 + n)}` })),
  );
  expect([
    answers.filter((one) => one.status === 200).length,
    answers.filter((one) => one.status === 429).length,
  ]).toEqual([30, 10]);
  for (const [who, msg] of [
    [reader, '按完整号码查询每小时最多30次，请稍后再试'],
    [reader.inEnglish(), 'At most 30 searches by a whole number an hour, please wait'],
  ] as const) {
    const refused = await who.get(`${customers}/list`, { phone: '13900000099' });
    expect([refused.status, refused.reason, refused.msg]).toEqual([429, 'row.numberSearches', msg]);
  }
  const counted = await attempts();
  for (const query of [{}, { keyword: '客户' }, { phone: '0001' }, { customerName: '客户' }])
    expect((await reader.get(`${customers}/list`, query as Record<string, string>)).status).toBe(200);
  expect(await attempts()).toBe(counted);
  await server.tables("update anju_attempt set last = last - interval '61 minutes' where id like 'privacy.%'");
  expect((await reader.get(`${customers}/list`, { phone: '13900000099' })).status).toBe(200);
});

test('看得了明文的人查得到的不限，查不到的有限 a caller who may reveal has unlimited hits and limited misses', async () => {
  await limit('privacy.numberMisses', 3);
  const customer = titled()
    .map(([, paper]) => paper)
    .find((one) => one.name === 'customer')!;
  await saved(server, customer, { phone: '13912345678' });
  for (let n = 0; n < 5; n++)
    for (const name of ['phone', 'keyword'])
      expect((await opener.get(`${customers}/list`, { [name]: '13912345678' })).status).toBe(200);
  expect((await opener.get('blade-core/search', { q: '13912345678' })).status).toBe(200);
  expect(await attempts()).toBe(0);
  const missed: Answer[] = [];
  for (let n = 0; n < 4; n++)
    missed.push(
      await opener.get(
        n % 2 ? 'blade-core/search' : `${customers}/list`,
        n % 2 ? { q: `1391234999${n}` } : { keyword: `1391234999${n}` },
      ),
    );
  expect(
    missed.map((one) => one.status),
    describeAnswer(missed[3]),
  ).toEqual([200, 200, 200, 429]);
  expect(missed[3].reason).toBe('row.numberMisses');
  await limit('privacy.numberMisses', 200);
});

test('导入试算不说看不见的数据 the dry run of an import reveals no row out of scope', async () => {
  const near = await holding('imports_own', 'own', true);
  const customer = titled()
    .map(([, paper]) => paper)
    .find((one) => one.name === 'customer')!;
  const body = { phone: '13812340099', customerName: '远处的客户', addressDetail: '远路1号' };
  const there = await saved(server, customer, body);
  const [{ no }] = await server.tables<{ no: string }>('select customer_no as no from ascustomer where id = $1', [
    there.id,
  ]);
  const sheet = (number: string, phone: string): Promise<Buffer> =>
    sheetWith([
      ['客户编号', '客户姓名*', '手机号*', '详细地址*'],
      [number, '某人', phone, '某路'],
    ]);
  const verdict = async (number: string, phone: string): Promise<unknown> => {
    const page = await checked(near, customers, await sheet(number, phone));
    return page.data.records.map((one: { verdict: string; problems: unknown }) => [
      one.verdict,
      JSON.stringify(one.problems).replaceAll(number || '-', '#'),
    ]);
  };
  // The result for the number and the phone of a row out of scope equals that for ones that do not exist.
  expect(await verdict(no, '13812340077')).toEqual(await verdict('KH999999', '13812340078'));
  expect(await verdict('', body.phone)).toEqual(await verdict('', '13812340076'));
  const same = await checked(
    near,
    customers,
    await sheetWith([
      ['客户姓名*', '手机号*', '详细地址*'],
      ['某人', body.phone, '某路'],
    ]),
  );
  expect(same.data.counts).toMatchObject({ new: 1, refused: 0 });
  // Write the import: at most one row is added to the existing one with this phone.
  await committed(near, customers, same.data.batch);
  expect(
    Number(
      (
        await server.tables<{ n: string }>('select count(*) as n from ascustomer where phone = $1 and is_deleted = 0', [
          body.phone,
        ])
      )[0].n,
    ),
  ).toBeLessThanOrEqual(2);
});
