import { describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, buttonOf, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { importable } from '#kernel/fields/importable.ts';
import { papers } from '../../../server/assemble.ts';
import { titled } from '../choose.ts';
import { type Body, keeper, listPath, saved, describeAnswer } from '../sample.ts';
import { downloadSheet, sheetOf } from '../sheets.ts';
import type { TestCaller } from '../test-server.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const guarded = (paper: AnyPaper): [string, Field][] => fieldsOf(paper).filter(([, field]) => Boolean(field.readers));
const guardedPapers = titled((paper) => guarded(paper).length > 0);

/** Return a caller with all buttons of a paper, except those that open its protected fields (`readers`). */
async function outsider(paper: AnyPaper): Promise<TestCaller> {
  const alias = `no_${paper.name.toLowerCase()}`;
  const closed = new Set(guarded(paper).map(([, field]) => buttonOf(paper, field.readers!)));
  const plan = await server.tables<{ code: string }>('select distinct code from blade_menu where code like any($1)', [
    [`${paper.table}\\_%`, 'blade_report_file\\_%'],
  ]);
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) select next_id($2), '000000', $1, $1, 'all', 1, now(), now() where not exists (select 1 from blade_role where role_alias = $1)",
    [alias, server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.code = any($2) on conflict do nothing",
    [alias, plan.map(({ code }) => code).filter((code) => !closed.has(code))],
  );
  server.app.ports.forget('000000');
  return server.as(alias);
}

test('至少有一张单据把成本留给该看的人 some field has a restricted reader', () => {
  expect(guardedPapers.map(([, paper]) => paper.name)).toEqual(expect.arrayContaining(['stock', 'stockMove']));
});

describe.each(guardedPapers)('%s', (_title, paper) => {
  const names = guarded(paper).map(([name]) => name);
  const stored = guarded(paper).filter(([, field]) => !field.computed);

  test('无权的人看不到：列表、详情、合计、历史都没有它 to others the field is absent in list, detail, sums and history', async () => {
    const row = await saved(server, paper);
    for (const [name] of stored)
      await server.tables(`update ${paper.table} set ${columnOf(name)} = '12.34' where id = $1`, [row.id]);
    const by = await outsider(paper);
    const hidden = (answer: unknown): void => {
      for (const name of names) expect(JSON.stringify(answer)).not.toContain(`"${name}"`);
    };
    const list = await by.get(listPath(paper), { size: 1000 });
    expect(list.status, describeAnswer(list)).toBe(200);
    hidden(list.data);
    const detail = await by.get(`${paper.path}/detail`, { id: row.id });
    expect(detail.status, describeAnswer(detail)).toBe(200);
    hidden(detail.data);
    hidden((await by.get(`${paper.path}/history`, { id: row.id })).data);
    const seen = (await admin.get(`${paper.path}/detail`, { id: row.id })).data as Body;
    for (const [name] of stored) expect(Number(seen[name]), name).toBe(12.34);
  });

  test('不能靠筛选、排序、搜索猜出来 no filter, order or search reveals it', async () => {
    const by = (await outsider(paper)).asPublished();
    const ids = async (caller: TestCaller, query: Record<string, string | number> = {}): Promise<unknown[]> =>
      (await caller.get(listPath(paper), { size: 1000, ...query })).data.records.map((one: Body) => one.id);
    const all = await ids(by);
    expect(all.length).toBeGreaterThan(0);
    for (const [name] of stored) {
      for (const query of [
        { [`${name}_ge`]: '999999999' },
        { [`${name}_equal`]: '12.34' },
        { [`${name}_null`]: '1' },
        { descs: name },
        { ascs: name },
      ])
        expect(await ids(by, query as Record<string, string>), JSON.stringify(query)).toEqual(all);
    }
    expect((await by.get(listPath(paper), { keyword: '12.34' })).data.total).toBe(0);
  });

  test('报表也问不出来 no report reveals it', async () => {
    const by = await outsider(paper);
    const ask = (more: Body) =>
      by.post('blade-report/report/rest/preview', {
        name: '',
        paperName: paper.name,
        shape: 'groups',
        span: 'all',
        groupBy: 'createTime',
        measures: [{ how: 'count' }],
        ...more,
      });
    const plain = await ask({});
    expect(plain.status, describeAnswer(plain)).toBe(200);
    for (const [name] of stored) {
      for (const more of [
        { groupBy: name },
        { thenBy: name },
        ...['sum', 'average', 'min', 'max'].map((how) => ({ measures: [{ how, name }] })),
        { filters: [{ name: `${name}_ge`, value: '1' }] },
        { filters: [{ name: `${name}_null`, value: '1' }] },
        { shape: 'list', columns: [{ name }] },
        { shape: 'list', columns: [{ name: 'createTime' }], orderBy: name },
      ]) {
        expect((await ask(more)).status, JSON.stringify(more)).toBe(400);
      }
    }
  });

  test('导出、导入模板里没有它 no sheet holds it', async () => {
    const by = await outsider(paper);
    const labels = guarded(paper).map(([, field]) => field.label[0]);
    if (paper.rights.export) {
      const file = await downloadSheet(by, `${paper.path}/export`, {
        scope: 'all',
        filters: {},
        format: 'xlsx',
        columns: fieldsOf(paper).map(([name]) => name),
      });
      expect(file.status, file.bytes.toString('utf8', 0, 200)).toBe(200);
      const [header] = await sheetOf(file.bytes);
      for (const label of labels) expect(header).not.toContain(label);
      const [whole] = await sheetOf(
        (
          await downloadSheet(admin, `${paper.path}/export`, {
            scope: 'all',
            filters: {},
            format: 'xlsx',
            columns: fieldsOf(paper).map(([name]) => name),
          })
        ).bytes,
      );
      expect(whole).toEqual(expect.arrayContaining(labels));
    }
    if (paper.rights.import && !paper.readOnly) {
      const [header] = await sheetOf((await downloadSheet(by, `${paper.path}/import/template`)).bytes);
      for (const [name, field] of importable(paper))
        if (names.includes(name)) expect(header).not.toContain(field.label[0]);
    }
  });

  test('无权的人也改不了 a caller who cannot read it cannot write it', async () => {
    const inputs = stored.filter(([, field]) => !field.auto && !paper.readOnly);
    if (!inputs.length) return;
    const row = await saved(server, paper);
    const by = await outsider(paper);
    await by.post(`${paper.path}/update`, { id: row.id, ...Object.fromEntries(inputs.map(([name]) => [name, '99'])) });
    const after = (await admin.get(`${paper.path}/detail`, { id: row.id })).data as Body;
    for (const [name] of inputs) expect(after[name]).toEqual(row[name]);
  });
});

test('字典里的说明：谁有按钮谁能看 a grant of the button shows it at once', async () => {
  const paper = papers.get('stock')!;
  for (const [role, sees] of [
    ['as_finance', true],
    ['as_store', true],
    ['as_cs', false],
    ['as_technician', false],
  ] as const) {
    const buttons = JSON.stringify((await (await server.as(role)).get('blade-system/menu/buttons')).data);
    expect(buttons.includes(`"${buttonOf(paper, 'cost')}"`), role).toBe(sees);
  }
});
