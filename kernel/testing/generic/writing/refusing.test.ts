import { columnFor } from '#kernel/fields/columns.server.ts';
import { describe, expect, test } from 'vitest';
import type { StructuredPart } from '#kernel/fields/structured/structured.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { headersOf } from '#kernel/server/write/headers/headers.ts';
import type { Field } from '#kernel/language/field.ts';
import { fixtureFields, isWritten, stays, stored, titled } from '../../choose.ts';
import { type Body, keeper, sample, saved, describeAnswer, takesAnyText } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

/** Return a value of the wrong type for a field. */
const wrongFor = (field: Field): unknown => {
  if (columnFor(field).type(field) === 'jsonb') return 'no structure';
  if (takesAnyText(field)) return { a: 1 };
  return field.many ? ['不是,'.repeat(3)] : '不是 这种';
};

const foreign = new Map<string, Promise<string>>();

/**
 * Return the id of a row of another company, for a field that refers to a company's paper. Refused writes leave the row
 * unchanged, so it is shared.
 */
function foreignRow(name: string): Promise<string> {
  const known = foreign.get(name) ?? saved(server, paperNamed(server.app, name), {}, '100001').then((row) => row.id);
  foreign.set(name, known);
  return known;
}

describe.each(titled(isWritten))('%s', (_title, paper) => {
  const fields = fixtureFields(paper);
  let still: Promise<Body & { id: string }> | undefined;

  /**
   * Send wrong values, all at once and each alone. Each is refused at its field in both languages, and nothing is
   * stored.
   */
  async function refused(wrong: [name: string, value: unknown][]): Promise<void> {
    if (!wrong.length) return;
    const row = await (still ??= saved(server, paper));
    const before = await stored(server, paper, row.id);
    const alone = wrong[paper.name.length % wrong.length];
    for (const values of [wrong, [alone]]) {
      const body = { ...stays(paper, row), ...Object.fromEntries(values) };
      const answer = await admin.post(`${paper.path}/update`, body);
      expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([400, 'row.invalid']);
      expect(new Set((answer.data.fields as Body[]).map((one) => one.field)), describeAnswer(answer)).toEqual(
        new Set(values.map(([name]) => name)),
      );
      expect((answer.data.fields as Body[]).map((one) => one.msg)).toContain(answer.msg);
      const english = await admin.inEnglish().post(`${paper.path}/update`, body);
      expect((english.data.fields as Body[]).map((one) => one.msg).join(), describeAnswer(english)).not.toMatch(
        /[\u4e00-\u9fff]/,
      );
    }
    expect(await stored(server, paper, row.id)).toEqual(before);
  }

  test('必填字段不能为空 a required field cannot be emptied', async () => {
    const required = fields.filter(([, field]) => field.required).map(([name]) => name);
    expect(required.length).toBeGreaterThan(0);
    await refused(required.map((name) => [name, '']));
    const bare = await admin.post(`${paper.path}/save`, {});
    expect(bare.status, describeAnswer(bare)).toBe(400);
  });

  test('超长、类型不对的值被逐个拒绝 a value that is too long or of the wrong kind is refused', async () => {
    await refused(
      fields
        .filter(([, field]) => takesAnyText(field))
        .map(([name, field]) => [name, 'x'.repeat((field.max ?? 4000) + 1)]),
    );
    await refused(fields.map(([name, field]) => [name, wrongFor(field)]));
  });

  test('不能指向不存在的或别家公司的数据 a reference to a missing row or another company’s row is refused', async () => {
    const pointing = fields.filter(
      ([, field]) => field.paper && paperNamed(server.app, field.paper).owner !== 'platform',
    );
    const headers = headersOf(server.app.papers, paper).map((one) => one.parent);
    const [missing, theirs]: [Body, Body] = [{}, {}];
    for (const [name, field] of pointing) {
      missing[name] = field.many ? ['4711'] : '4711';
      const id = await foreignRow(field.paper!);
      theirs[name] = field.many ? [id] : id;
    }
    const body = await sample(server, paper);
    for (const [name, field] of fields) {
      for (const part of ((field as { parts?: readonly StructuredPart[] }).parts ?? []).filter(
        (one) => one.type === 'ref',
      ))
        missing[name] = Array.isArray(body[name])
          ? (body[name] as Body[]).map((one) => ({ ...one, [part.name]: '4711' }))
          : { ...(body[name] as Body), [part.name]: '4711' };
    }
    for (const wrong of [missing, theirs].filter((one) => Object.keys(one).length)) {
      const answer = await admin.post(`${paper.path}/save`, { ...body, ...wrong });
      // The header of a line is checked after all other fields, so its problem is not among theirs.
      const rest = Object.keys(wrong).filter((name) => !headers.includes(name));
      expect([answer.status, answer.reason], describeAnswer(answer)).toEqual(
        rest.length ? [400, 'row.invalid'] : [404, 'row.missing'],
      );
      expect(
        (answer.data.fields as Body[]).map((one) => one.field),
        describeAnswer(answer),
      ).toEqual(expect.arrayContaining(rest.length ? rest : Object.keys(wrong).slice(0, 1)));
    }
  });
});
