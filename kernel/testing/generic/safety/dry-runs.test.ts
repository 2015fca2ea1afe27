import { beforeAll, describe, expect, test } from 'vitest';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { importable } from '#kernel/fields/importable.ts';
import { isPointer } from '#kernel/server/import-export/import/judge/names.ts';
import { templateHeader } from '#kernel/server/import-export/import/template.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { isWritten, titled } from '../../choose.ts';
import { keeper, keyOfRow, saved, describeAnswer } from '../../sample.ts';
import { checked, downloadSheet, sheetOf } from '../../sheets.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const papers = titled((paper) => isWritten(paper) && Boolean(paper.rights.import) && paper.owner !== 'platform');

/** A caller who may import into all papers, but sees only own rows. */
let near: TestCaller;
let admin: TestCaller;

beforeAll(async () => {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', 'imports_near', 'imports_near', 'own', 1, now(), now())",
    [server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = 'imports_near' and r.tenant_id = '000000' and m.category = 2",
  );
  near = await server.as('imports_near');
  admin = await keeper(server);
});

/** Return the fields by which a cell can name a row: its caption, its number, and its unique values. */
const namedBy = (paper: AnyPaper): string[] => [
  ...new Set([
    paper.caption,
    ...fieldsOf(paper)
      .filter(([, field]) => isPaperNumber(field) || (field.unique && kindOf(field).freeText === 'line'))
      .map(([name]) => name),
  ]),
];

/** Return whether a caller can find this row, by the list or by a choice. */
async function sees(target: AnyPaper, id: string): Promise<boolean> {
  if (target.pickable) return true;
  return (await near.get(`${target.path}/detail`, { id })).status === 200;
}

/** Return the problems of one cell in a dry run. */
async function problemsOf(by: TestCaller, paper: AnyPaper, name: string, cell: string): Promise<string> {
  const header = templateHeader(paper, { language: 'zh' })[importable(paper).findIndex(([one]) => one === name)];
  const page = await checked(by, paper.path, [header, cell].join('\n'), '一格.csv');
  expect(page.status, describeAnswer(page)).toBe(200);
  const [row] = page.data.records as { verdict: string; problems: { field: string; msg: string }[] }[];
  return JSON.stringify(row.problems.filter((one) => one.field === name).map((one) => one.msg.replaceAll(cell, '#')));
}

/** Return the cells of a template's second sheet, which lists the choices; empty if there is none. */
async function listed(paper: AnyPaper): Promise<unknown[]> {
  const { bytes } = await downloadSheet(near, `${paper.path}/import/template`);
  return (await sheetOf(bytes, 1).catch(() => [])).flat();
}

let looked = 0;
const NOBODY = '没有这样的一行4711';

describe.each(papers)('%s', (_title, paper) => {
  test('导入试算认不出看不见的数据，模板也不列出 a dry run matches no row out of scope, and no template lists it', async () => {
    for (const [name, field] of importable(paper).filter(
      ([, one]: [string, Field]) =>
        isPointer(one) && one.paper && paperNamed(server.app, one.paper).owner !== 'platform',
    )) {
      const target = paperNamed(server.app, field.paper!);
      const row = await saved(server, target);
      if (await sees(target, keyOfRow(target, row))) continue;
      for (const called of namedBy(target)) {
        const [{ cell }] = await server.tables<{ cell: string | null }>(
          `select ${columnOf(called)}::text as cell from ${target.table} where id = $1`,
          [row.id],
        );
        if (!cell || /[,，、"\n]/.test(cell)) continue;
        looked += 1;
        expect(await listed(paper), `the template of ${paper.name} by ${called}`).not.toContain(cell);
        expect(
          await problemsOf(near, paper, name, cell),
          `${paper.name}.${name} by ${target.name}.${called} = ${cell}`,
        ).toBe(await problemsOf(near, paper, name, NOBODY));
        expect(await problemsOf(admin, paper, name, cell), `${name} is found by who sees it`).toBe('[]');
      }
    }
  });
});

test('看过了不止一张单据 more than one paper was tested', () => expect(looked).toBeGreaterThan(10));
