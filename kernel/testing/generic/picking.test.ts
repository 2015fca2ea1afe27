import { describe, expect, test } from 'vitest';
import { isEmpty } from '#kernel/fields/kind.ts';
import { storedFields } from '#kernel/language/paper.ts';
import { titled } from '../choose.ts';
import { type Body, testEach, sample, saved, describeAnswer } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const options = 'blade-core/options';

describe.each(titled((paper) => Boolean(paper.pickable)))('%s', (_title, paper) => {
  test('只能选择的人不能用别的字段筛选试探 a caller who only picks learns nothing by filters', async () => {
    const nobody = await server.as('nobody');
    const body = await sample(server, paper);
    const row = await saved(server, paper, body);
    const key = String(row[paper.key ?? 'id']);
    const called = String(row[paper.caption]);
    const found = async (query: Record<string, string>): Promise<string[]> => {
      const answer = await nobody.get(options, { paper: paper.name, ...query });
      expect(answer.status, describeAnswer(answer)).toBe(200);
      return (answer.data as Body[]).map((one) => String(one.id));
    };
    expect(await found({ q: called })).toContain(key);
    const whole = await found({ q: called });
    const narrowing = new Set((paper.pickable ?? []).map(String));
    await testEach(
      storedFields(paper).filter(([name]) => !narrowing.has(name) && name !== paper.caption),
      async ([name]) => {
        for (const query of [
          { [name]: 'nobody has this' },
          { [`${name}_equal`]: '4711' },
          { [`${name}_null`]: '1' },
          { [`${name}_notnull`]: '1' },
          { [`${name}_like`]: 'zzz' },
        ]) {
          expect(await found({ q: called, ...query }), JSON.stringify(query)).toEqual(whole);
        }
        // A typed text does not find the row by this field either, since only captions and hints are searched.
        const value = body[name];
        if (
          typeof value === 'string' &&
          value.length > 3 &&
          !isEmpty(value) &&
          ![...(paper.hint ?? []), paper.englishCaption].map(String).includes(name)
        )
          expect(await found({ q: value }), name).not.toContain(key);
      },
    );
  });
});

test('部门与角色：只看自己的 the departments and roles of others are not revealed', async () => {
  const nobody = await server.as('nobody', { who: 'asks' });
  const other = await server.as('as_manager', { who: 'asked' });
  for (const path of ['blade-system/dept/select', 'blade-system/role/select']) {
    expect((await nobody.get(path, { userId: other.id })).data, path).toEqual([]);
    expect((await (await server.as('administrator')).get(path, { userId: other.id })).data, path).toHaveLength(1);
  }
  expect((await nobody.get('blade-system/dept/select')).data).toHaveLength(1);
});
