import { expect, test } from 'vitest';
import { kindOf } from '#kernel/fields/kinds.ts';
import { addDays } from '#kernel/language/days.ts';
import type { AnyPaper, UnusualRule } from '#kernel/language/paper.ts';
import { stays, titled } from '../../choose.ts';
import { type Body, describeAnswer, keeper, sample } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const TODAY = '2026-11-23';

const rules = titled().flatMap(([title, paper]) =>
  ((paper.unusual ?? []) as readonly UnusualRule[]).map((rule) => ({ title: `${title} ${rule.field}`, paper, rule })),
);

const daysOf = async ({ days }: UnusualRule): Promise<number> =>
  typeof days === 'number' ? days : Number(await server.app.ports.parameter('000000', days));

const explained = rules.flatMap(({ rule, ...one }) =>
  rule.reason ? [{ ...one, rule: { ...rule, reason: rule.reason } }] : [],
);

test('some days need a reason', () => expect(rules.length).toBeGreaterThan(2));

/** Return the last day that a rule accepts without a reason, and the day after it. */
async function edges(paper: AnyPaper, rule: UnusualRule, body: Body): Promise<{ usual: string; unusual: string }> {
  const begin = rule.from ? String(body[rule.from]) : TODAY;
  const time = kindOf(paper.fields[rule.field]).time === 'moment' ? begin.slice(10, 19) : '';
  const usual = addDays(begin.slice(0, 10), await daysOf(rule));
  return { usual: `${usual}${time}`, unusual: `${addDays(usual, 1)}${time}` };
}

test.each(rules.filter(({ rule }) => !rule.reason))(
  '$title: a day that may not lie ahead is refused at saving',
  async ({ paper, rule }) => {
    const body = await sample(server, paper);
    const { usual, unusual } = await edges(paper, rule, body);
    const refused = await admin.post(`${paper.path}/submit`, { ...body, [rule.field]: unusual });
    expect([refused.reason, refused.data?.fields?.[0]?.field], describeAnswer(refused)).toEqual([
      'row.invalid',
      rule.field,
    ]);
    expect((await admin.post(`${paper.path}/submit`, { ...body, [rule.field]: usual })).status).toBe(200);
  },
);

test.each(explained)(
  '$title: a day out of the usual is saved with a reason alone, which the history holds',
  async ({ paper, rule }) => {
    const body = await sample(server, paper);
    const { unusual } = await edges(paper, rule, body);
    const blamed = async (values: Body): Promise<unknown> => {
      const answer = await admin.post(`${paper.path}/submit`, { ...body, [rule.reason]: undefined, ...values });
      return [answer.reason, answer.data?.fields?.map((one: Body) => one.field)];
    };
    expect(await blamed({ [rule.field]: unusual })).toEqual(['row.invalid', [rule.reason]]);
    expect(await blamed({ [rule.field]: unusual, [rule.reason]: ' ' })).toEqual(['row.invalid', [rule.reason]]);
    const made = await admin.post(`${paper.path}/submit`, {
      ...body,
      [rule.field]: unusual,
      [rule.reason]: '客户要求',
    });
    expect(made.status, describeAnswer(made)).toBe(200);
    const history = await admin.get(`${paper.path}/history`, { id: made.data.id });
    const detail = await admin.get(`${paper.path}/detail`, { id: made.data.id });
    expect(JSON.stringify([history.data, detail.data])).toContain('客户要求');
    // A stored unusual day that is sent again unchanged needs no new reason.
    await server.tables(
      `update ${paper.table} set ${rule.reason.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)} = null where id = $1`,
      [made.data.id],
    );
    const back = await admin.post(`${paper.path}/update`, { ...stays(paper, made.data), [rule.field]: unusual });
    expect(JSON.stringify(back.data?.fields ?? [])).not.toContain(rule.reason);
  },
);
