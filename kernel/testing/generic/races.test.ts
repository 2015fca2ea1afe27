import { isPaperNumber } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import {
  type AnyPaper,
  columnOf,
  fieldsOf,
  isDocument,
  storedFields,
  numberName,
  lifeOf,
} from '#kernel/language/paper.ts';
import { changeable, fixtureFields, isWritten, stays, stored, titled } from '../choose.ts';
import { type Body, sampleQuery, keeper, keyOfRow, sample, saved, describeAnswer } from '../sample.ts';
import { type Answer, type TestCaller, openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
/** Four concurrent callers with all rights. */
const people: TestCaller[] = [];
for (let n = 0; n < 4; n++) people.push(await server.as('administrator', { who: `at-once-${n}` }));

/**
 * Statements that bring the row of a paper to where its first action is possible. Firmware is released only after real
 * devices have tried it.
 */
const BROUGHT: Readonly<Record<string, string>> = {
  upgradeTask:
    "update iot_firmware set firmware_status = 'released' where id = (select firmware_id from iot_upgrade_task where id = $1)",
};

/** Papers whose first state only the product leaves, each with the reason. */
const LEFT_BY_PRODUCT: Readonly<Record<string, string>> = {
  schemeSupplies: 'The nightly scan warns of a consumable; people answer warnings.',
};

const counted = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of answers)
    counts[one.reason ?? String(one.status)] = (counts[one.reason ?? String(one.status)] ?? 0) + 1;
  return counts;
};

/** Return an action that leaves the state of a new row, so that only the first of several callers can do it. */
function leaving(paper: AnyPaper, row: Body): [name: string, life: Lifecycle] | undefined {
  const life = paper.lifecycle;
  // Accepting a dispute has a call of its own, which also pays.
  const found = Object.entries(life?.actions ?? {}).find(
    ([name, action]) =>
      !(paper.name === 'wageDispute' && name === 'accept') &&
      // This verb needs a process that is bound to the paper, and the test binds none.
      !(life!.governed?.optional && name === life!.governed.start) &&
      action.from.includes(String(row[life!.field])) &&
      !action.from.includes(action.to) &&
      Object.keys(action.asks ?? {}).length < 3,
  );
  return found && [found[0], life!];
}

/** Return whether removing a row clears the references to it. Such a row may be removed while it is referenced. */
const letsGo = (target: AnyPaper, pointer: `${string}.${string}`): boolean =>
  server.app.behaviours.get(target.name)?.releases?.includes(pointer) === true;

/** Return the references of a paper to removable rows, without those that limit the choices of another field. */
const pointersOf = (paper: AnyPaper): [name: string, target: AnyPaper][] =>
  fixtureFields(paper).flatMap(([name, field]): [string, AnyPaper][] => {
    const target =
      kindOf(field).isRelation && field.paper !== paper.name ? server.app.papers.get(field.paper ?? '') : undefined;
    const alone = !fixtureFields(paper).some(([, other]) =>
      Object.values((other as { depends?: Record<string, string> }).depends ?? {}).includes(name),
    );
    const header = target && (target.annexes?.paper === paper.name || Object.keys(target.lines ?? {}).length > 0);
    return target &&
      isWritten(target) &&
      alone &&
      !header &&
      !isDocument(target) &&
      !target.key &&
      !(field as { depends?: object }).depends &&
      !letsGo(target, `${paper.name}.${name}`)
      ? [[name, target]]
      : [];
  });

describe.each(titled(isWritten))('%s', (_title, paper) => {
  test('四个人同时保存同一行，只有一个成功 one of four concurrent saves succeeds', async () => {
    const row = await saved(server, paper);
    const { name, to } = changeable(paper, row);
    const answers = await Promise.all(
      people.map((one, at) =>
        one.post(`${paper.path}/update`, { ...stays(paper, row), version: row.version, [name]: to(`第${at}个`) }),
      ),
    );
    expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 1, 'row.changed': 3 });
    const winner = answers.find((one) => one.status === 200)!;
    expect((await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).data[name]).toEqual(
      winner.data[name],
    );
    for (const lost of answers.filter((one) => one.status === 409))
      expect(lost.data).toMatchObject({
        row: row.id,
        version: winner.data.version,
        changes: expect.arrayContaining([expect.objectContaining({ field: name })]),
      });
  });

  test('四个人同时新建，编号各不相同;同一个键只建一次 four concurrent creations get four numbers, one key creates one row', async () => {
    const bodies: Body[] = [];
    for (let n = 0; n < 4; n++) bodies.push(await sample(server, paper));
    const answers = await Promise.all(bodies.map((body) => admin.post(`${paper.path}/submit`, body)));
    expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 4 });
    for (const [name] of storedFields(paper).filter(([, field]) => isPaperNumber(field)))
      expect(new Set(answers.map((one) => one.data[name])).size).toBe(4);
    const body = await sample(server, paper);
    const key = randomUUID();
    const same = await Promise.all(people.map(() => admin.post(`${paper.path}/submit`, body, key)));
    expect(counted(same), describeAnswer(same[0])).toEqual({ 200: 4 });
    expect(new Set(same.map((one) => one.data.id)).size).toBe(1);
    const other = await admin.post(`${paper.path}/submit`, { ...body, remark: 'another body' }, key);
    expect([other.status, other.reason]).toEqual([409, 'http.keyReused']);
  });

  test('四个人同时删除，一个成功 one of four concurrent removals succeeds', async () => {
    const row = await saved(server, paper);
    const key = String(row[paper.key ?? 'id']);
    if (isDocument(paper)) {
      const life = lifeOf(paper);
      if (!life.removable.length) return;
      await server.tables(`update ${paper.table} set ${columnOf(life.field)} = $2 where id = $1`, [
        row.id,
        life.removable[0],
      ]);
    }
    const answers = await Promise.all(people.map((one) => one.post(`${paper.path}/remove?ids=${key}`)));
    expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 1, 'row.missing': 3 });
  });
});

describe.each(titled((paper) => isWritten(paper) && pointersOf(paper).length > 0))('%s', (_title, paper) => {
  test('引用与删除同时发生，不会留下悬空引用 a concurrent reference and removal leave no dangling reference', async () => {
    for (const [name, target] of pointersOf(paper)) {
      for (let round = 0; round < 2; round++) {
        const { id } = await saved(server, target);
        const body = await sample(server, paper, { [name]: id });
        const [made, removed] = await Promise.all([
          people[0].post(`${paper.path}/submit`, body),
          people[1].post(`${target.path}/remove?ids=${id}`),
        ]);
        expect(
          [made.status, removed.status].filter((status) => status === 200).length,
          `${describeAnswer(made)} ${describeAnswer(removed)}`,
        ).toBe(1);
      }
    }
  });
});

describe.each(titled((paper) => Object.keys(paper.lifecycle?.actions ?? {}).length > 0))('%s', (_title, paper) => {
  test('四个人同时做同一动作，一个做成，其余被告知 one of four concurrent actions succeeds, the others are refused', async () => {
    const row = await saved(server, paper);
    const found = leaving(paper, row);
    // A read-only paper may have no action by people in its first state.
    if (!found && (paper.readOnly || LEFT_BY_PRODUCT[paper.name])) return;
    if (!found) throw new Error(`nothing leads away from a fresh ${paper.name}`);
    if (BROUGHT[paper.name]) await server.tables(BROUGHT[paper.name], [row.id]);
    const [action, life] = found;
    const input = {
      reason: '值班人员请假，代为办理',
      ...(await sampleQuery(server, life.actions[action].asks, paper)),
    };
    const answers = await Promise.all(
      people.map((one) => one.post(`${paper.path}/act`, { ...input, id: row.id, action })),
    );
    expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 1, 'lifecycle.notFromHere': 3 });
    const winner = people[answers.findIndex((one) => one.status === 200)];
    const before = await stored(server, paper, row.id);
    // The same person's repeat within a minute succeeds without effect. A later one is refused.
    const again = await winner.post(`${paper.path}/act`, { ...input, id: row.id, action });
    expect(again.status, describeAnswer(again)).toBe(200);
    expect(await stored(server, paper, row.id)).toEqual(before);
    server.clock.pass(61_000);
    expect((await winner.post(`${paper.path}/act`, { ...input, id: row.id, action })).reason).toBe(
      'lifecycle.notFromHere',
    );
  });
});

describe.each(titled((paper) => Boolean(paper.duplicates)))('%s', (_title, paper) => {
  test('同一个对象同时录入两次，第二个被告知 of two concurrent entries of the same thing the second is refused', async () => {
    const body = await sample(server, paper);
    const answers = await Promise.all(people.slice(0, 2).map((one) => one.post(`${paper.path}/submit`, body)));
    expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 1, 'row.duplicate': 1 });
    expect(answers.find((one) => one.status === 409)!.data.id).toBe(answers.find((one) => one.status === 200)!.data.id);
  });
});

test('一百张单同时新建，编号连续不重复 a hundred concurrent creations get a hundred consecutive numbers', async () => {
  // A paper without files: only its uploader may use a file, but here several callers send bodies that one caller has
  // prepared.
  const [, paper] = titled(
    (one) =>
      isWritten(one) &&
      numberName(one) !== undefined &&
      !fieldsOf(one).some(([, field]) => kindOf(field).pointsTo === 'file'),
  )[0];
  const name = numberName(paper)!;
  const bodies: Body[] = [];
  for (let n = 0; n < 100; n++) bodies.push(await sample(server, paper));
  const answers = await Promise.all(
    bodies.map((body, at) => people[at % people.length].post(`${paper.path}/submit`, body)),
  );
  expect(counted(answers), describeAnswer(answers[0])).toEqual({ 200: 100 });
  expect(new Set(answers.map((one) => one.data[name])).size).toBe(100);
});
