import { kindOf } from '#kernel/fields/kinds.ts';
import { describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { headersOf } from '#kernel/server/write/headers/headers.ts';
import { fixtureFields, isWritten, stored, titled } from '../../choose.ts';
import { type Body, keeper, keyOfRow, sample, saved, describeAnswer } from '../../sample.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const MANY_MS = 120_000;

const seenRows = new Map<string, Promise<boolean>>();

/** Return whether a person sees a row, by reading or by picking. */
function sees(person: TestCaller, target: AnyPaper, id: string): Promise<boolean> {
  const key = `${person.id} ${target.name} ${id}`;
  const known = seenRows.get(key) ?? look(person, target, id);
  seenRows.set(key, known);
  return known;
}

async function look(person: TestCaller, target: AnyPaper, id: string): Promise<boolean> {
  const [read, pick] = await Promise.all([
    person.get(`${target.path}/detail`, { id }),
    person.get('blade-core/options', { paper: target.name, ids: id }),
  ]);
  return read.status === 200 || (pick.status === 200 && (pick.data as Body[]).some((one) => String(one.id) === id));
}

describe.each(titled((paper) => isWritten(paper) && paper.owner !== 'platform'))('%s', (_title, paper) => {
  const headers = headersOf(server.app.papers, paper).map((one) => one.parent);
  const pointing = fixtureFields(paper).filter(
    ([name, field]) =>
      field.paper &&
      kindOf(field).pointsTo !== 'file' &&
      !headers.includes(name) &&
      paperNamed(server.app, field.paper).owner !== 'platform',
  );

  /** Return the references of a body that the person does not see. */
  async function unseen(person: TestCaller, body: Body): Promise<string[]> {
    const names: string[] = [];
    for (const [name, field] of pointing as [string, Field][]) {
      const ids = [body[name] ?? []].flat().map(String);
      if (
        ids.length &&
        !(await Promise.all(ids.map((id) => sees(person, paperNamed(server.app, field.paper!), id)))).every(Boolean)
      )
        names.push(name);
    }
    return names;
  }

  test(
    '看不见也选不到的数据，谁也不能指过去 a reference to a row that is neither visible nor offered is refused',
    { timeout: MANY_MS },
    async () => {
      if (!pointing.length) return;
      const body = await sample(server, paper);
      const row = await saved(server, paper);
      for (const alias of paper.rights.write ?? []) {
        const person = await server.as(alias, { who: 'elsewhere', teams: ['west'] });
        const hidden = await unseen(person, body);
        if (!hidden.length) continue;
        const answer = await person.post(`${paper.path}/submit`, body);
        // The caller may have the right to change rows, but not to create them.
        if (answer.reason === 'http.forbidden') continue;
        expect([answer.status, answer.reason], `${alias}: ${describeAnswer(answer)}`).toEqual([400, 'row.invalid']);
        expect(
          (answer.data.fields as Body[]).map((one) => one.field),
          `${alias}: ${describeAnswer(answer)}`,
        ).toEqual(expect.arrayContaining(hidden));
        // The refusal equals that for a row that does not exist.
        const words = (refusal: typeof answer): unknown[] =>
          (refusal.data.fields as Body[]).filter((one) => hidden.includes(String(one.field))).map((one) => one.msg);
        const missing = await person.post(`${paper.path}/submit`, {
          ...body,
          ...Object.fromEntries(hidden.map((name) => [name, Array.isArray(body[name]) ? ['4711'] : '4711'])),
        });
        expect(words(missing).toSorted(), alias).toEqual(words(answer).toSorted());
        const before = await stored(server, paper, row.id);
        await person.post(`${paper.path}/update`, {
          id: keyOfRow(paper, row),
          draft: true,
          ...Object.fromEntries(hidden.map((name) => [name, body[name]])),
        });
        expect(await stored(server, paper, row.id), alias).toEqual(before);
      }
      expect((await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).status).toBe(200);
    },
  );
});
