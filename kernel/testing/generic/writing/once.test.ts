import { describe, expect, test } from 'vitest';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, type OnceRule, fieldsOf } from '#kernel/language/paper.ts';
import { onceRulesOf } from '#kernel/server/write/uniqueness/once.ts';
import { isProvided } from '#kernel/server/write/steps/values.ts';
import { isPaperNumber } from '#kernel/language/field.ts';
import { fixtureFields, isWritten, titled } from '../../choose.ts';
import { type Body, describeAnswer, sample } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const people = [
  await server.as('administrator', { who: 'once-one' }),
  await server.as('administrator', { who: 'once-two' }),
];

/** A fact that may be stored once: the fields that identify it, and the values with which a row counts. */
interface Fact extends Pick<OnceRule, 'by' | 'where'> {
  readonly name: string;
  /** The product reads the values from an uploaded file, and not from the body. */
  readonly isRead?: boolean;
}

/** Return all facts that the definition of a paper allows only once: unique fields, unique groups, and `once` rules. */
const factsOf = (paper: AnyPaper): Fact[] => [
  ...fieldsOf(paper)
    .filter(([, field]) => field.unique && !isPaperNumber(field))
    .map(([name]) => ({ name, by: [name] })),
  ...((paper.uniques ?? []) as readonly (readonly string[])[]).map((by) => ({ name: by.join('+'), by })),
  ...onceRulesOf(paper).map(({ by, where }) => ({
    name: by.join('+'),
    by,
    where,
    isRead: by.some((name) => !isProvided(paper.fields[name])),
  })),
];

const isFile = (paper: AnyPaper, name: string): boolean => kindOf(paper.fields[name]).pointsTo === 'file';

/** Return a second body that repeats the fact of the first: by the same values, or by files with the same content. */
async function repeated(paper: AnyPaper, first: Body, over: Body, { by }: Fact): Promise<Body> {
  const names = by.filter((name) => isProvided(paper.fields[name]));
  const values = Object.fromEntries(names.map((name) => [name, first[name]]));
  // The fixtures see the values, so that other fields of the body match them.
  const second = { ...(await sample(server, paper, { ...over, ...values })), ...values };
  if (names.length < by.length)
    for (const [one] of fixtureFields(paper).filter(([name]) => isFile(paper, name)))
      await server.tables('update blade_attach set hash = md5($1::text) where id = any($2::bigint[])', [
        first[one],
        [first[one], second[one]],
      ]);
  return second;
}

/** Make a person the owner of the files in a body, because only the uploader may use a file. */
async function upload(paper: AnyPaper, body: Body, person: string): Promise<void> {
  const files = fixtureFields(paper).flatMap(([name]) => (isFile(paper, name) && body[name] ? [body[name]] : []));
  await server.tables('update blade_attach set create_user = $2 where id = any($1::bigint[])', [files.flat(), person]);
}

const canRepeat = (paper: AnyPaper, { by, isRead }: Fact): boolean =>
  isRead
    ? fixtureFields(paper).some(([name]) => isFile(paper, name))
    : by.every((name) => isProvided(paper.fields[name]));

const cases = titled(isWritten).flatMap(([title, paper]) =>
  factsOf(paper)
    .filter((fact) => canRepeat(paper, fact))
    .map((fact): [string, AnyPaper, Fact] => [`${title} ${fact.name}`, paper, fact]),
);

describe('facts that are stored once', () => {
  test.each(cases)('%s: of two concurrent inserts of a fact one succeeds', async (_title, paper, fact) => {
    const over = Object.fromEntries(
      Object.entries(fact.where ?? {})
        .filter(([name]) => isProvided(paper.fields[name]))
        .map(([name, words]) => [name, (words as readonly string[])[0]]),
    );
    const first = await sample(server, paper, over);
    const second = await repeated(paper, first, over, fact);
    await upload(paper, first, people[0].id);
    await upload(paper, second, people[1].id);
    // By `save`, because it only creates. `submit` with an existing code would change the first row instead.
    const answers = await Promise.all([first, second].map((body, at) => people[at].post(`${paper.path}/save`, body)));
    const about = answers.map(describeAnswer).join(' | ');
    expect(answers.map(({ status }) => status).toSorted(), about).toEqual([200, 409]);
  });

  const withRules = titled((paper) => isWritten(paper) && onceRulesOf(paper).length > 0);
  test.each(withRules)('%s: bulk writes of the product store no fact twice', async (_title, paper) => {
    const rule = onceRulesOf(paper)[0];
    const where = Object.entries(rule.where ?? {}).map(([name, words]) => [name, (words as readonly string[])[0]]);
    const row = (at: number): Body => ({
      ...Object.fromEntries(
        rule.by.map((name) => {
          const field = paper.fields[name];
          return [name, field.paper ? '4711' : kindOf(field).sample(field, 1)];
        }),
      ),
      ...(rule.within && { [rule.within]: `815${at}` }),
      ...Object.fromEntries(where),
    });
    const create = (...rows: Body[]): Promise<unknown> =>
      server.work('administrator', (context) => context.createAll(paper, rows as never));
    await expect(create(row(1), row(2))).rejects.toMatchObject({ reason: 'row.once' });
  });
});
