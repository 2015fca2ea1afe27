import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, lifeOf } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { byProduct, removeRow, restoreRow } from '#kernel/server/write/acts.ts';
import { type Transaction, transact } from '#kernel/server/write/transaction.ts';
import type { Field } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isRefusedByBusiness, putInto, stays, stored, titled } from '../../choose.ts';
import { type Body, keeper, sample, saved, describeAnswer } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const MANY_MS = 120_000;

/** Return the values of a row that a writer may send, without id, version and derived values. */
const changeableOf = ({ id: _id, version: _version, _names, _can, ...values }: Body): Body => values;

/**
 * Return the paper with all states removable. Today some papers with lines have no removable state, but a later one
 * may.
 */
const removable = (paper: AnyPaper): AnyPaper =>
  paper.lifecycle
    ? {
        ...paper,
        lifecycle: { ...paper.lifecycle, removable: Object.keys(lifeOf(paper).states.items) },
      }
    : paper;

async function within(paper: AnyPaper, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const tenancy = (await server.app.ports.tenancy('000000'))!;
  const person = (await server.app.ports.person(tenancy, admin.id))!;
  const app = { ...server.app, papers: new Map([...server.app.papers, [paper.name, paper]]) };
  await transact(
    app,
    { tenancy, person, language: 'zh', origin: { requestId: randomUUID(), ip: '', channel: 'admin' } },
    work,
  );
}

describe.each(titled((paper) => Object.keys(paper.lines ?? {}).length > 0))('%s', (_title, paper) => {
  const [[name, line]] = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][];
  const child = paperNamed(server.app, line.paper);

  test('删除后恢复：随单删除的明细回来，先前删掉的不回来 a restore brings back the lines removed with the row, and none removed before', async () => {
    const of = removable(paper);
    const lines: Body[] = [];
    for (let n = 0; n < 3; n++) lines.push(await sample(server, child, { [line.parent]: undefined }));
    const header = await saved(server, paper, { [name]: lines });
    const before = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
    expect(before).toHaveLength(3);
    const ids = before.slice(0, 2).map((one) => one.id);
    const changed = await admin.post(`${paper.path}/update`, { ...stays(paper, header), [name]: before.slice(0, 2) });
    expect(changed.status, describeAnswer(changed)).toBe(200);
    await within(of, (tx) => removeRow(tx, byProduct(tx), of, header.id));
    expect((await admin.get(`${child.path}/list`, { id: String(ids[0]) })).data.records).toEqual([]);
    // A removed line cannot be restored alone.
    expect((await admin.post(`${child.path}/restore`, { id: ids[0] })).reason).toBe('row.missing');
    await within(of, (tx) => restoreRow(tx, byProduct(tx), of, header.id));
    expect(
      ((await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[]).map((one) => one.id),
    ).toEqual(ids);
    const living = await server.tables<{ n: number }>(
      `select count(*)::int as n from ${child.table} where ${columnOf(line.parent)} = $1 and is_deleted = 0`,
      [header.id],
    );
    expect(living[0].n).toBe(2);
  });

  test('超过上限的明细被拒绝并说出行数，什么也没保存 lines beyond the maximum are refused with their number, and nothing is saved', async () => {
    const header = await saved(server, paper, { [name]: [await sample(server, child, { [line.parent]: undefined })] });
    const before = await stored(server, paper, header.id);
    const there = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
    const many = Array.from({ length: 501 }, (_, at) => there[at] ?? { ...there[0], id: undefined });
    const answer = await admin.post(`${paper.path}/update`, { ...stays(paper, header), [name]: many });
    expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([400, 'row.tooManyLines']);
    expect(answer.msg).toContain('501');
    expect(await stored(server, paper, header.id)).toEqual(before);
    expect(
      await server.tables(`select 1 from ${child.table} where ${columnOf(line.parent)} = $1 and is_deleted = 0`, [
        header.id,
      ]),
    ).toHaveLength(1);
  });

  /**
   * Return the ids by which a call may refer to this header, by the name of their paper. They are its own id, and those
   * of the rows that it refers to.
   */
  const about = (header: Body): Map<string, string> =>
    new Map([
      ...(Object.entries(paper.fields) as [string, Field][]).flatMap(
        ([field, { paper: to, many }]): [string, string][] =>
          to && !many && header[field] ? [[to, String(header[field])]] : [],
      ),
      [paper.name, String(header.id)],
    ]);

  /** Add lines until a header has its maximum number, each a copy of the first. */
  async function asMany(of: AnyPaper, parent: string, header: unknown): Promise<void> {
    const apart = [
      ...(of.uniques ?? []).flat().map(String),
      ...Object.keys(of.fields).filter((field) => of.fields[field].unique),
    ]
      .filter((field) => kindOf(of.fields[field]).freeText === 'line')
      .map(columnOf);
    const columns = (
      await server.tables<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'",
        [of.table],
      )
    ).map((one) => one.name);
    const values = columns.map((column) => (apart.includes(column) ? `t.${column} || n` : `t.${column}`));
    await server.tables(
      `insert into ${of.table} (id, ${columns.join(', ')}) select next_id($2), ${values.join(', ')} from ${of.table} t, generate_series(2, 500) n where t.${columnOf(parent)} = $1`,
      [header, server.clock.ms()],
    );
  }

  test(
    '明细多到上限，读主单的每个接口都照常，再加一行被拒绝 with as many lines as there may be every call that reads the header answers, and one more is refused',
    { timeout: MANY_MS },
    async () => {
      const kinds = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][];
      const of = (kind: { paper: string }): AnyPaper => paperNamed(server.app, kind.paper);
      const header = await saved(
        server,
        paper,
        Object.fromEntries(
          await Promise.all(
            kinds.map(async ([lines, kind]) => [lines, [await sample(server, of(kind), { [kind.parent]: undefined })]]),
          ),
        ),
      );
      for (const [, kind] of kinds) await asMany(of(kind), kind.parent, header.id);
      const failed: string[] = [];
      for (const [name, id] of about(header)) {
        for (const route of server.assembly.routes.filter(
          (each) => each.paper?.name === name && each.method === 'GET' && !each.raw && !/events|logout/.test(each.path),
        )) {
          const answer = await admin.get(route.path.replaceAll(/\{\w+\}/g, id), {
            id,
            ids: id,
            [`${name}Id`]: id,
            size: 5,
          });
          if (answer.status >= 500) failed.push(`${route.path} ${describeAnswer(answer)}`);
        }
      }
      expect(failed).toEqual([]);
      const shown = (await admin.get(`${paper.path}/detail`, { id: header.id })).data as Body;
      for (const [lines, kind] of kinds) {
        expect(shown[lines], lines).toHaveLength(500);
        const more = await admin.post(`${of(kind).path}/submit`, {
          ...changeableOf((shown[lines] as Body[])[0]),
          [kind.parent]: header.id,
        });
        if (!isRefusedByBusiness(more))
          expect([more.status, more.reason], `${lines}: ${describeAnswer(more)}`).toEqual([400, 'row.tooManyLines']);
        await server.work('administrator', async (context) => {
          expect(await context.find(of(kind), { [kind.parent]: header.id }, { limit: 10 })).toHaveLength(500);
        });
      }
    },
  );

  const life = paper.lifecycle;
  const living = (id: unknown): Promise<Body[]> =>
    server.tables<Body>(
      `select * from ${child.table} where ${columnOf(line.parent)} = $1 and is_deleted = 0 order by id`,
      [id],
    );
  const lineOf = (header: Body): Promise<Body> => sample(server, child, { [line.parent]: header.id });

  test('状态不许改明细时，随单和单独都改不了 a state that closes lines refuses them with their header and by calls of their own', async () => {
    if (!life) return;
    const header = await saved(server, paper, { [name]: [await sample(server, child, { [line.parent]: undefined })] });
    const known = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
    const shut = Object.keys(life.states.items).filter((state) => !isEditable(life, state, name));
    expect(shut.length).toBeGreaterThan(0);
    const more = await lineOf(header);
    for (const state of shut) {
      await putInto(server, paper, header.id, state);
      const before = await living(header.id);
      const tries = [
        await admin.post(`${paper.path}/update`, {
          id: header.id,
          draft: true,
          [name]: [...known, { ...more, [line.parent]: undefined }],
        }),
        await admin.post(`${paper.path}/update`, { id: header.id, draft: true, [name]: [] }),
        await admin.post(`${child.path}/submit`, more),
        await admin.post(`${child.path}/remove`, { ids: [known[0].id] }),
      ];
      for (const answer of tries) {
        expect(answer.status, `${state}: ${describeAnswer(answer)}`).not.toBe(200);
        if (!isRefusedByBusiness(answer))
          expect(['row.locked', 'row.readOnly'], `${state}: ${describeAnswer(answer)}`).toContain(answer.reason);
      }
      expect(await living(header.id), state).toEqual(before);
      const shown = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
      expect(
        shown.flatMap((one) => one._can as string[]).filter((can) => can === 'edit' || can === 'delete'),
        state,
      ).toEqual([]);
    }
  });

  test('一起删除几张单的明细：不许改的单留下，其余每单只算一次修改 of several chosen lines those of a closed header stay, and each other header counts one change', async () => {
    const ofThree = async (): Promise<Body> =>
      saved(server, paper, {
        [name]: [
          await sample(server, child, { [line.parent]: undefined }),
          await sample(server, child, { [line.parent]: undefined }),
          await sample(server, child, { [line.parent]: undefined }),
        ],
      });
    const [open, other] = [await ofThree(), await ofThree()];
    const shut = life && Object.keys(life.states.items).find((state) => !isEditable(life, state, name));
    if (shut) await putInto(server, paper, String(other.id), shut);
    const [some, others] = [
      (await living(open.id)).slice(1).map((one) => String(one.id)),
      (await living(other.id)).map((one) => String(one.id)),
    ];
    const version = Number((await stored(server, paper, String(open.id))).version);
    const answer = await admin.post(`${child.path}/remove`, { ids: [...some, ...others] });
    expect(answer.data.success, describeAnswer(answer)).toEqual(shut ? some : [...some, ...others]);
    expect((answer.data.failed as Body[]).map((one) => one.id)).toEqual(shut ? others : []);
    expect([(await living(open.id)).length, (await living(other.id)).length]).toEqual([1, shut ? 3 : 0]);
    expect((await stored(server, paper, String(open.id))).version).toBe(version + 1);
    const log = (await admin.get(`${paper.path}/history`, { id: String(open.id) })).data as
      Body[] | { records: Body[] };
    expect((Array.isArray(log) ? log : log.records).filter((one) => one.action === 'lines')).toHaveLength(1);
  });

  test('两人同时改明细，后来的人会被告知 a concurrent change of lines is reported', async () => {
    const header = await saved(server, paper, { [name]: [await sample(server, child, { [line.parent]: undefined })] });
    const read = (await admin.get(`${paper.path}/detail`, { id: header.id })).data as Body;
    const lines = read[name] as Body[];
    // Another call adds a line, so the version that the first reader sends is outdated.
    await server
      .work('administrator', (context) =>
        context.create(child, { ...changeableOf(lines[0]), [line.parent]: header.id }),
      )
      .catch(async () => {
        await server.tables(`update ${child.table} set version = version + 1 where id = $1`, [lines[0].id]);
      });
    const before = await living(header.id);
    const stale = [{ ...lines[0], version: 0 }, ...before.slice(1).map((one) => ({ id: one.id }))];
    const bodies: Body[] = [
      { [name]: stale },
      ...(before.length > lines.length ? [{ [name]: [], _read: { [name]: lines.map((one) => one.id) } }] : []),
    ];
    for (const body of bodies) {
      const answer = await admin.post(`${paper.path}/update`, { ...stays(paper, header), ...body });
      expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([409, 'row.changed']);
    }
    expect(await living(header.id)).toEqual(before);
  });

  test('复制带上明细 a copy includes the lines', async () => {
    if (paper.readOnly) return;
    const header = await saved(server, paper, {
      [name]: [
        await sample(server, child, { [line.parent]: undefined }),
        await sample(server, child, { [line.parent]: undefined }),
      ],
    });
    const copy = await admin.post(`${paper.path}/copy`, { id: header.id });
    const stored = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
    const copied = copy.data[name] as Body[];
    expect(copied.map((one) => one[child.caption]).toSorted()).toEqual(
      stored.map((one) => (child.fields[child.caption].auto ? undefined : one[child.caption])).toSorted(),
    );
    for (const one of copied)
      expect([one.id, one.version, one[line.parent]]).toEqual([undefined, undefined, undefined]);
  });
});
