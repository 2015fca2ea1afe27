import { describe, expect, test } from 'vitest';
import { numberName } from '#kernel/language/paper.ts';
import { uniqueKeys } from '#kernel/server/http/taken-route.ts';
import { findableOf } from '#kernel/server/search/search.ts';
import { isWritten, displayedAs, titled } from '../choose.ts';
import { type Body, keeper, sample, saved, describeAnswer } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

describe('全局搜索 The search over everything', () => {
  const numbered = titled((paper) => Boolean(paper.menu) && numberName(paper) !== undefined);

  test('每种有编号、有页面的单据都在内 every paper with a number and a page is part of it', () => {
    expect(numbered.length).toBeGreaterThan(12);
    expect(
      numbered.filter(([, paper]) => !findableOf(paper)?.shapes.includes('number')).map(([, paper]) => paper.name),
    ).toEqual([]);
  });

  test.each(numbered)('%s 按编号找得到 is found by its number', async (_title, paper) => {
    const number = numberName(paper)!;
    const row = await saved(server, paper);
    const written = (
      await server.tables<{ no: string }>(
        `select ${number.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as no from ${paper.table} where id = $1`,
        [row.id],
      )
    )[0].no;
    const found = await admin.get('blade-core/search', { q: written });
    expect(found.status, describeAnswer(found)).toBe(200);
    expect(
      (found.data as Body[]).map((one) => `${one.paper} ${one.id}`),
      `${paper.name} ${written}`,
    ).toContain(`${paper.name} ${row.id}`);
  });
});

describe.each(
  titled(
    (paper) =>
      isWritten(paper) &&
      uniqueKeys(paper).some((names) =>
        names.every((name) => !paper.fields[name].auto && !paper.fields[name].computed),
      ),
  ),
)('%s', (_title, paper) => {
  test('填写时就知道是否已存在，与保存时说的一样 a taken value is reported while typing, as the save reports it', async () => {
    const row = await saved(server, paper);
    const detail = await admin.get(`${paper.path}/detail`, { id: String(row[paper.key ?? 'id']) });
    for (const names of uniqueKeys(paper).filter((one) =>
      one.every((name) => !paper.fields[name].auto && !paper.fields[name].computed && !paper.fields[name].personal),
    )) {
      const keyValues = Object.fromEntries(names.map((name) => [name, detail.data[name]])) as Record<string, string>;
      if (Object.values(keyValues).some((value) => value === null || value === undefined || value === '')) continue;
      const answer = await admin.get('blade-core/taken', { paper: paper.name, ...keyValues });
      expect(answer.status, describeAnswer(answer)).toBe(200);
      const [problem] = answer.data as { field: string; msg: string }[];
      expect(problem, `${paper.name} ${names.join()}`).toMatchObject({ field: names.at(-1) });
      expect(problem.msg).toContain(paper.fields[names.at(-1)!].label[0]);
      // A row does not conflict with itself.
      expect((await admin.get('blade-core/taken', { paper: paper.name, id: row.id, ...keyValues })).data).toEqual([]);
    }
  });
});

test('没有新增权限的人问不到 a caller without the right to add gets no answer', async () => {
  const [, paper] = titled((one) => isWritten(one) && one.name === 'skill')[0];
  const body = await sample(server, paper);
  expect(displayedAs(paper.fields.skillCode, body.skillCode)).toBeTruthy();
  expect(
    (
      await (
        await server.as('as_technician')
      ).get('blade-core/taken', { paper: paper.name, skillCode: String(body.skillCode) })
    ).status,
  ).toBe(403);
});
