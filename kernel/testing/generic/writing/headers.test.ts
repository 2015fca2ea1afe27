import { kindOf } from '#kernel/fields/kinds.ts';
import { describe, expect, test } from 'vitest';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { type Header, headersOf, isOpenFor } from '#kernel/server/write/headers/headers.ts';
import { isRefusedByBusiness, isWritten, putInto, titled } from '../../choose.ts';
import { makeWorkOf, pathsToOwnWork } from '../../own-work.ts';
import { type Body, keeper, sample, saved, describeAnswer } from '../../sample.ts';
import type { Answer } from '../../test-server.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const MANY_MS = 120_000;
const living = (child: AnyPaper, parent: string, id: unknown): Promise<Body[]> =>
  server.tables<Body>(`select * from ${child.table} where ${columnOf(parent)} = $1 order by id`, [id]);

const children = titled(isWritten).flatMap(([title, child]) =>
  headersOf(server.app.papers, child)
    .filter((one) => one.paper.lifecycle)
    .map((header) => [`${title} ‹ ${header.paper.title[0]}`, child, header] as const),
);

/** Return every call that writes a single row. */
function writes(
  child: AnyPaper,
  { parent }: Header,
  row: Body,
  more: Body,
): readonly (readonly [call: string, adds: boolean, () => Promise<Answer>])[] {
  const at = child.path;
  const { id: _id, version: _version, _names, _can, ...values } = row;
  return [
    ['submit', true, () => admin.post(`${at}/submit`, more)],
    ['save', true, () => admin.post(`${at}/save`, more)],
    ['update', false, () => admin.post(`${at}/update`, { ...values, ...more, id: row.id, [parent]: row[parent] })],
    ['bulk', false, () => admin.post(`${at}/bulk`, { ids: [row.id], set: { ...more, [parent]: row[parent] } })],
    ['bulk back', false, () => admin.post(`${at}/bulk`, { rows: { [String(row.id)]: more } })],
    ['remove', false, () => admin.post(`${at}/remove`, { ids: String(row.id) })],
  ];
}

describe.each(children)('%s', (_title, child, header) => {
  const states = Object.keys(header.paper.lifecycle!.states.items as Body);
  const shut = states.filter((state) => !isOpenFor(header, state));

  /** Return a row under a header that allows changes, and the body of a second row under it. */
  async function standing(): Promise<{ row: Body & { id: string }; more: Body; of: string }> {
    const of = await saved(server, header.paper);
    await putInto(
      server,
      header.paper,
      of.id,
      states.find((state) => isOpenFor(header, state))!,
    );
    // References that both bodies share, because rows under one header belong together.
    const shared = Object.fromEntries(
      Object.entries(child.fields as Fields)
        .filter(
          ([name, field]) =>
            field.paper &&
            header.paper.fields[name]?.paper === field.paper &&
            of[name] &&
            !field.auto &&
            !field.many &&
            kindOf(field).isRelation,
        )
        .map(([name]) => [name, of[name]]),
    );
    const about = { ...shared, [header.parent]: of.id };
    const row = await saved(server, child, about);
    return { row, more: await sample(server, child, about), of: of.id };
  }

  test(
    '主单的状态关着时，哪个接口都写不了它的明细 no call writes the lines of a header whose state is closed',
    { timeout: MANY_MS },
    async () => {
      const { row, more, of } = await standing();
      for (const state of shut) {
        await putInto(server, header.paper, of, state);
        const before = await living(child, header.parent, of);
        for (const [call, adds, write] of writes(child, header, row, more)) {
          if (adds && header.grows?.includes(state)) continue;
          const answer = await write();
          const about = `${state} ${call}: ${describeAnswer(answer)}`;
          expect(answer.status, about).not.toBe(200);
          if (!isRefusedByBusiness(answer))
            expect(['row.locked', 'row.reasonNeeded', 'row.notDraft'], about).toContain(answer.reason);
        }
        expect(await living(child, header.parent, of), state).toEqual(before);
      }
      // A removed row cannot be restored either.
      await server.tables(`update ${child.table} set is_deleted = 1 where id = $1`, [row.id]);
      for (const state of shut.filter((one) => !header.grows?.includes(one))) {
        await putInto(server, header.paper, of, state);
        const answer = await admin.post(`${child.path}/restore`, { id: String(row.id) });
        expect(answer.status, `${state} restore: ${describeAnswer(answer)}`).not.toBe(200);
      }
    },
  );

  if (header.judges)
    test(
      '写明细就是评判主单：自己干的活，哪个接口都写不了 a line that judges its header is refused on own work, by every call',
      { timeout: MANY_MS },
      async () => {
        for (const way of pathsToOwnWork(header.paper)) {
          const { row, more, of } = await standing();
          await makeWorkOf(server, { paper: header.paper, id: of }, way, admin);
          const before = await living(child, header.parent, of);
          for (const [call, , write] of writes(child, header, row, more)) {
            const answer = await write();
            expect([answer.status, answer.reason], `${call}: ${describeAnswer(answer)}`).toEqual([
              403,
              header.judges?.no ? (header.judges.no() as { reason?: string }).reason : 'lifecycle.ownWork',
            ]);
          }
          expect(await living(child, header.parent, of)).toEqual(before);
          const [shown] = (await admin.get(`${child.path}/page`, { id: row.id })).data.records as Body[];
          expect(shown._can).not.toEqual(expect.arrayContaining(['edit']));
        }
      },
    );

  test('看不见的主单等于不存在 a header out of scope is missing', async () => {
    const { row, more, of } = await standing();
    for (const alias of header.paper.rights.write ?? []) {
      const person = await server.as(alias, { who: 'elsewhere', teams: ['west'] });
      if ((await person.get(`${header.paper.path}/detail`, { id: of })).status === 200) continue;
      const before = await living(child, header.parent, of);
      for (const body of [more, { ...more, id: row.id }]) {
        const answer = await person.post(`${child.path}/submit`, body);
        // 400: a field refers to a row that the caller may not see. 403: the caller may not write such rows at all.
        // 404: the row or its header does not exist for the caller.
        expect([400, 403, 404], `${alias}: ${describeAnswer(answer)}`).toContain(answer.status);
        if (answer.status === 400)
          expect((answer.data.fields as Body[])?.length, `${alias}: ${describeAnswer(answer)}`).toBeGreaterThan(0);
      }
      expect(await living(child, header.parent, of), alias).toEqual(before);
    }
  });
});
