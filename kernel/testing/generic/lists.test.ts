import { groupsList, summedFields } from '#kernel/fields/paper-fields.ts';
import { describe, expect, test } from 'vitest';
import {
  type Operator,
  dateOperators,
  isEmpty,
  keyOperators,
  rangeOperators,
  textOperators,
} from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { readName } from '#kernel/server/list/filter.ts';
import { NO_VALUE, filtersOfGroup } from '#kernel/web/query/list-query.ts';
import { listFields } from '#kernel/server/list/shape.ts';
import { titled } from '../choose.ts';
import { type Body, testEach, keeper, keyOfRow, sample, saved, describeAnswer } from '../sample.ts';
import { type Answer, openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const everyOperator = [...new Set<Operator>([...textOperators, ...keyOperators, ...rangeOperators, ...dateOperators])];

/** Return the path that reads a list: for trees the children of a level, for others a page. */
const pathOf = (paper: AnyPaper): string =>
  `${paper.path}/${paper.tree ? 'lazy-list' : (paper.calls?.list?.[0] ?? 'list')}`;
const rowsOf = (answer: Answer): Body[] => (Array.isArray(answer.data) ? answer.data : answer.data.records) as Body[];

async function found(paper: AnyPaper, query: Record<string, string>): Promise<Body[]> {
  const answer = await admin.get(pathOf(paper), query);
  expect(answer.status, `${JSON.stringify(query)}: ${describeAnswer(answer)}`).toBe(200);
  return rowsOf(answer);
}

/** Return whether the server does not know a filter: its operator does not exist for the kind of the field. */
const isUnasked = (paper: AnyPaper, name: string): boolean => {
  const read = readName(paper, name);
  return (
    read === null || (read.operator !== 'null' && !kindOf(read.field).operators.includes(read.operator || 'equal'))
  );
};

/** Assert that a list answers, or refuses and names the unreadable filters. Remove these and read the list again. */
async function answered(paper: AnyPaper, query: Record<string, string>): Promise<void> {
  const answer = await admin.get(pathOf(paper), query);
  if (answer.status === 200) {
    rowsOf(answer);
    return;
  }
  const { fields = [] } = answer.data as { fields?: { field: string }[] };
  if (answer.reason === 'row.filtersUnknown') {
    const unknown = fields.map((one) => one.field);
    expect(unknown.filter((name) => !isUnasked(paper, name))).toEqual([]);
    await answered(paper, Object.fromEntries(Object.entries(query).filter(([name]) => !unknown.includes(name))));
    return;
  }
  const [field] = fields;
  expect([answer.status, answer.reason, query[field?.field]], describeAnswer(answer)).toEqual([
    400,
    'row.filterUnreadable',
    expect.any(String),
  ]);
}

/**
 * Return whether a value is masked. The test then does not know it in clear, such as a value that the product copied
 * from another paper.
 */
const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****');

interface Sampled {
  readonly row: Body;
  /** The values that the test entered, in clear. */ readonly typed: Body;
  /** Filters by which a list shows only this row, even if it has default filters. */
  readonly only: Record<string, string>;
}

const samples = new Map<string, Promise<Sampled>>();
const sampled = (paper: AnyPaper): Promise<Sampled> => {
  let one = samples.get(paper.name);
  if (!one) samples.set(paper.name, (one = makeSample(paper)));
  return one;
};

async function makeSample(paper: AnyPaper): Promise<Sampled> {
  const body = await sample(server, paper);
  const { id } = await saved(server, paper, body);
  const row = paper.readOnly || !paper.key ? await detailOf(paper, id) : await saved(server, paper, body);
  const life = paper.lifecycle?.field;
  // A value that the product copied from another row, such as the address of an order, is searched for in its stored
  // form.
  const stored = Object.fromEntries(Object.entries(row).filter(([, value]) => !isMasked(value)));
  return {
    row,
    typed: { ...row, ...body, ...stored },
    only: { id: String(row.id), ...(life && { [life]: String(row[life]) }) },
  };
}

const detailOf = async (paper: AnyPaper, id: string): Promise<Body> =>
  (await admin.get(`${paper.path}/detail`, { id })).data;

/** Operators that the row's own value can test: true if they must find the row, false if they must not. */
const finds: Partial<Record<Operator, boolean>> = {
  equal: true,
  in: true,
  notequal: false,
  notin: false,
  like: true,
  notlike: false,
  likeleft: true,
  likeright: true,
  ge: true,
  le: true,
  gt: false,
  lt: false,
  datege: true,
  datele: true,
  dategt: true,
  datelt: true,
  dateequal: true,
};

/**
 * Kinds with their options whose operators were tested one by one. The SQL of an operator depends only on kind and
 * options.
 */
const known = new Set<string>();

/** Return whether this is the first field of its kind, with the same options. */
function isFirstOfKind(field: Field): boolean {
  const { kind, many, personal, sealed, computed, copied } = field as Field & { csv?: boolean };
  const key = JSON.stringify([
    kind,
    many,
    personal,
    sealed,
    Boolean(computed),
    Boolean(copied),
    Boolean((field as { csv?: boolean }).csv),
    Boolean(field.dictionary),
  ]);
  const first = !known.has(key);
  known.add(key);
  return first;
}

/** A filter of a field, and whether it must find the row that has the field's value. */
interface Meaning {
  readonly name: string;
  readonly first: boolean;
  readonly value: string;
  readonly right: readonly Operator[];
  readonly wrong: readonly Operator[];
}

function meaningOf(paper: AnyPaper, { typed }: Sampled, name: string, field: Field): Meaning {
  const value = typed[name];
  const empty = isEmpty(value) || (paper.tree?.parent === name && value === '0');
  const isFilled: readonly [right: Operator, wrong: Operator] = empty ? ['null', 'notnull'] : ['notnull', 'null'];
  const isSaid = !empty && !isMasked(value) && !(paper.tree && name === paper.tree.parent);
  const operators = isSaid
    ? (hides(field.personal) ? (['equal'] as const) : kindOf(field).operators).filter(
        (operator) =>
          finds[operator] !== undefined && (operator !== 'in' || !String(value).includes(',') || kindOf(field).chosen),
      )
    : [];
  return {
    name,
    first: isFirstOfKind(field),
    value: String(value),
    right: [isFilled[0], ...operators.filter((one) => finds[one])],
    wrong: [...operators.filter((one) => !finds[one]), isFilled[1]],
  };
}

const queryOf = ({ name, value }: Meaning, operators: readonly Operator[]): Record<string, string> =>
  Object.fromEntries(operators.map((operator) => [`${name}_${operator}`, operator.endsWith('null') ? '1' : value]));

/**
 * Test the operators of fields as filters. Those that must find the row are sent together, for six fields at once. For
 * the first field of a kind each operator is also sent alone, for others one that must not find the row.
 */
async function meansWhatItSays(paper: AnyPaper, { only }: Sampled, meanings: readonly Meaning[]): Promise<void> {
  const foundRows = (query: Record<string, string>, names: readonly string[]): Promise<Body[]> =>
    found(paper, { ...Object.fromEntries(Object.entries(only).filter(([name]) => !names.includes(name))), ...query });
  for (const group of grouped(meanings, 6)) {
    const query = Object.assign({}, ...group.map((one) => queryOf(one, one.right))) as Record<string, string>;
    expect(
      (
        await foundRows(
          query,
          group.map(({ name }) => name),
        )
      ).length,
      JSON.stringify(query),
    ).toBe(1);
  }
  await testEach([...meanings.entries()], async ([turn, one]) => {
    const alone = one.first ? [...one.right, ...one.wrong] : [one.wrong[turn % one.wrong.length]];
    for (const operator of alone) {
      const query = queryOf(one, [operator]);
      expect((await foundRows(query, [one.name])).length, JSON.stringify(query)).toBe(
        one.right.includes(operator) ? 1 : 0,
      );
    }
  });
}

const grouped = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, at * size + size));

/** Values that no row has, and that some kinds cannot read. */
const nonsense = ['x', '-1', '99999999999999999999', '2026-11-23', '2026-11-23 10:00:00', 'a,b', "%_\\'", '()'];

const wireText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Return every operator of some fields in one query string; `at` counts the operators. */
const allOperators = (
  filters: readonly (readonly [name: string, valueAt: (at: number) => string])[],
): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap(([name, valueAt], at) => [
      [name, valueAt(at)],
      ...everyOperator.map((operator, n) => [`${name}_${operator}`, valueAt(at + n + 1)]),
    ]),
  );

/** Assert that the groups of a list add up to it, and that each opened group has its number of rows. */
async function groupsHold(
  paper: AnyPaper,
  { name, unit }: { readonly name: string; readonly unit: string },
  query: Record<string, string>,
  total: number,
): Promise<void> {
  const answer = await admin.get('blade-core/groups', { paper: paper.name, groupBy: name, groupUnit: unit, ...query });
  expect(answer.status, describeAnswer(answer)).toBe(200);
  const groups = answer.data.groups as { key: string; label: string; count: number }[];
  expect(
    groups.reduce((sum, one) => sum + one.count, 0),
    name,
  ).toBe(total);
  for (const { key, label, count } of groups.slice(0, 2)) {
    expect(label, `${name} ${key}`).not.toBe('');
    const filter = filtersOfGroup(unit ? `${name}.${unit}` : name, key || NO_VALUE, query);
    const opened = await admin.get(pathOf(paper), { ...query, ...filter, size: '1', exactTotal: '1' });
    expect(opened.data.total, `${name} ${JSON.stringify(filter)}`).toBe(count);
  }
}

/** Return a decimal as an exact number of thousandths. */
const inThousandths = (text: string): bigint => {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(3, '0').slice(0, 3));
};

describe.each(titled())('%s', (_title, paper) => {
  const filterable = storedFields(paper).filter(([, field]) => !field.secret);

  test('每个字段的每种筛选都答复，且如其所言 every filter answers, and matches what it states', async () => {
    const one = await sampled(paper);
    await meansWhatItSays(
      paper,
      one,
      filterable.map(([name, field]) => meaningOf(paper, one, name, field)),
    );
    // Filter by eight fields at once with all operators: first by the row's own values, then by nonsense. The list must
    // answer, or name the filters that it cannot read.
    const turn = titled().findIndex(([, other]) => other === paper);
    for (const [part, group] of grouped(
      [...filterable.map(([name]) => name), ...Object.keys(baseFields)],
      8,
    ).entries()) {
      await answered(paper, allOperators(group.map((name) => [name, () => wireText(one.typed[name])])));
      await answered(
        paper,
        allOperators(group.map((name) => [name, (at) => nonsense[(at + part + turn) % nonsense.length]])),
      );
    }
  });

  test('每种排序、每种页长都答复，页与页不重叠 every order and page answers, and pages do not overlap', async () => {
    for (let n = 0; n < 3; n++) await saved(server, paper);
    const names = [...fieldsOf(paper).map(([name]) => name), ...Object.keys(baseFields), 'nonsense', 'create_time'];
    const all = new Set((await found(paper, { size: '1000' })).map((row) => row.id));
    // Compare the rows of each order only if all rows fit on one page. Otherwise the order decides which rows the first
    // page has.
    for (const [at, some] of (all.size < 1000 ? grouped(names, 4) : []).entries()) {
      const order = at % 2 ? 'ascs' : 'descs';
      expect(
        new Set((await found(paper, { size: '1000', [order]: some.join(',') })).map((row) => row.id)),
        `${order}=${some.join(',')}`,
      ).toEqual(all);
    }
    for (const order of all.size < 1000 ? ['ascs', 'descs'] : [])
      expect(
        new Set((await found(paper, { size: '1000', [order]: names.join(',') })).map((row) => row.id)),
        order,
      ).toEqual(all);
    for (const [current, size] of [
      ['0', '0'],
      ['-1', '-5'],
      ['x', 'y'],
      ['2000', '10'],
      ['99999999999', '99999999999'],
      ['1', '100000'],
    ])
      await found(paper, { current, size });
    if (paper.tree) return;
    const pages = await Promise.all(
      [1, 2, 3].map((current) => found(paper, { current: String(current), size: '1', descs: names[0] })),
    );
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(Math.min(3, all.size));
    const page = (await admin.get(pathOf(paper), { size: '2' })).data;
    expect(page).toMatchObject({ size: 2, current: 1, total: expect.any(Number), pages: Math.ceil(page.total / 2) });
    expect((await admin.get(pathOf(paper), { size: '2', exactTotal: '1' })).data.total).toBeGreaterThanOrEqual(
      Math.min(all.size, 3),
    );
  });

  const grouping = storedFields(paper).filter(([, field]) => groupsList(field));
  if (grouping.length > 0 && !paper.tree)
    test('分组的数目就是各组的行数 groups count the rows that they open', async () => {
      for (let n = 0; n < 2; n++) await saved(server, paper);
      const { only } = await sampled(paper);
      for (const query of [{}, only]) {
        const { total } = (await admin.get(pathOf(paper), { ...query, size: '1', exactTotal: '1' })).data;
        for (const [name, field] of grouping)
          for (const unit of kindOf(field).time ? ['day', 'month'] : [''])
            await groupsHold(paper, { name, unit }, query, total);
      }
    });

  if (summedFields(paper).length > 0)
    test('合计是全部符合条件的行之和，不是一页的 sums are of all rows that match, not of one page', async () => {
      for (let n = 0; n < 2; n++) await saved(server, paper);
      const rows = await found(paper, { size: '1000' });
      const { sums } = (await admin.get(pathOf(paper), { size: '1' })).data as { sums: Record<string, string> };
      for (const [name] of summedFields(paper))
        expect(inThousandths(sums[name] || '0'), name).toBe(
          rows.reduce((sum, row) => sum + inThousandths(String(row[name] || 0)), 0n),
        );
      const [one] = rows;
      const own = (await admin.get(pathOf(paper), { id: String(one.id), exactTotal: '1' })).data as {
        sums: Record<string, string>;
      };
      for (const [name] of summedFields(paper))
        expect(inThousandths(own.sums[name] || '0'), name).toBe(inThousandths(String(one[name] || 0)));
      const { averages } = (await admin.get(pathOf(paper), { size: '1', exactTotal: '1' })).data as {
        averages: Record<string, string>;
      };
      for (const [name] of summedFields(paper)) {
        const valued = BigInt(rows.filter((row) => !isEmpty(row[name])).length);
        const missed = inThousandths(averages[name] || '0') * valued - inThousandths(sums[name] || '0');
        // The average in the answer is rounded to hundredths, so the sum may differ by half a hundredth per row.
        expect(missed <= 5n * valued && missed >= -5n * valued, `${name}: ${averages[name]} of ${valued}`).toBe(true);
      }
      // Without rows there is no sum.
      expect((await admin.get(pathOf(paper), { id: '1' })).data).toMatchObject({ total: 0 });
    });

  test('关键字找得到该找到的 the quick search finds what it should', async () => {
    const { typed, only } = await sampled(paper);
    for (const keyword of ['1', '12', '1234', '13812345678', '漏', '漏水', '%', '_', '\\', "'", 'x'.repeat(300), ' '])
      await found(paper, { keyword });
    for (const name of paper.search ?? []) {
      const value = String(typed[String(name)] ?? '');
      if (!value) continue;
      for (const keyword of new Set([value.slice(0, 100), value.slice(-3), value.slice(0, 2)]))
        expect((await found(paper, { ...only, keyword })).length, `${String(name)} ${keyword}`).toBe(1);
    }
    for (const [name, field] of filterable.filter(([, one]) => kindOf(one).foundByTail)) {
      if (isEmpty(typed[name]) || isMasked(typed[name])) continue;
      for (const typedIn of [String(typed[name]), String(typed[name]).slice(-4)]) {
        expect((await found(paper, { ...only, keyword: typedIn })).length, `keyword ${typedIn}`).toBe(1);
        expect((await found(paper, { ...only, [name]: typedIn })).length, `${name} ${typedIn}`).toBe(1);
      }
      if (hides(field.personal))
        expect(
          (await admin.get(pathOf(paper), { ...only, [`${name}_like`]: String(typed[name]).slice(3, 8) })).status,
        ).toBe(400);
    }
  });

  test('列表的行带着中英文名称和能做的事 rows include captions and allowed actions', async () => {
    const { only } = await sampled(paper);
    const [zh] = await found(paper, only);
    const [en] = rowsOf(await admin.inEnglish().get(pathOf(paper), only));
    expect(zh._can).toEqual(expect.any(Array));
    for (const name of listFields(paper)) {
      const field = paper.fields[name];
      if (field.computed) {
        expect(zh, name).toHaveProperty(name);
        expect(await detailOf(paper, keyOfRow(paper, zh)), name).toHaveProperty(name);
      }
      if (hides(field.personal) && !isEmpty(zh[name])) expect(zh[name]).toContain('***');
      if (
        isEmpty(zh[name]) ||
        zh[name] === '0' ||
        !(field.dictionary || (field.paper && !field.kind.startsWith('file')))
      )
        continue;
      expect((zh._names as Body)[name], name).toEqual(expect.any(String));
      if (field.dictionary) expect((en._names as Body)[name], name).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
