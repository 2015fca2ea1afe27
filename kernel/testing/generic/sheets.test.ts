import { isPaperNumber } from '#kernel/language/field.ts';
import { describe, expect, test } from 'vitest';
import { importable } from '#kernel/fields/importable.ts';
import { templateHeader } from '#kernel/server/import-export/import/template.ts';
import { exportable, hasKey } from '#kernel/server/import-export/columns.ts';
import { isWritten, titled } from '../choose.ts';
import { keeper, listPath, saved, describeAnswer } from '../sample.ts';
import { checked, downloadSheet, sheetOf } from '../sheets.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

/** Return a cell as text; a date as a day. */
const inWords = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');

describe.each(titled((paper) => Boolean(paper.rights.export)))('%s', (_title, paper) => {
  test('导出与列表一致 an export equals the list', async () => {
    for (let n = 0; n < 2; n++) await saved(server, paper);
    const file = await downloadSheet(admin, `${paper.path}/export`, {
      scope: 'all',
      filters: {},
      format: 'xlsx',
      columns: exportable(paper),
    });
    expect(file.status, file.bytes.toString('utf8', 0, 300)).toBe(200);
    const [header, ...rows] = await sheetOf(file.bytes);
    expect(header.length).toBe(exportable(paper).length);
    const csv = await downloadSheet(admin.inEnglish(), `${paper.path}/export`, {
      scope: 'all',
      filters: {},
      format: 'csv',
    });
    expect(csv.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    if (paper.tree) return;
    const list = await admin.get(listPath(paper), { size: 1000 });
    if (rows.length > 1000) return;
    expect(rows.length, describeAnswer(list)).toBe(list.data.records.length);
    const caption = exportable(paper).indexOf(paper.caption);
    expect(rows.map((row) => inWords(row[caption]))).toEqual(
      list.data.records.map(
        (row: Record<string, unknown> & { _names: Record<string, string> }) =>
          row._names[paper.caption] ?? String(row[paper.caption] ?? ''),
      ),
    );
  });
});

describe.each(titled((paper) => isWritten(paper) && Boolean(paper.rights.import && paper.rights.export)))(
  '%s',
  (_title, paper) => {
    test('导出的文件再导入，全部不变 an imported export changes nothing', async () => {
      await saved(server, paper);
      for (const caller of [admin, admin.inEnglish()]) {
        const file = await downloadSheet(caller, `${paper.path}/export`, {
          scope: 'all',
          filters: {},
          format: 'xlsx',
          columns: [...importable(paper).map(([name]) => name), ...(hasKey(paper) ? [] : ['id'])],
        });
        // A list may hide new rows by its default filter, and then its export has only the header.
        if ((await sheetOf(file.bytes)).length === 1) return;
        const page = await checked(admin, paper.path, file.bytes);
        expect(page.status, describeAnswer(page)).toBe(200);
        const { unchanged, ...others } = page.data.counts;
        expect(
          others,
          JSON.stringify(
            page.data.records.filter((row: { verdict: string }) => row.verdict !== 'unchanged').slice(0, 2),
          ),
        ).toEqual({ new: 0, update: 0, refused: 0 });
        expect(unchanged).toBeGreaterThan(0);
      }
    });
  },
);

describe.each(titled((paper) => isWritten(paper) && Boolean(paper.rights.import && paper.rights.export)))(
  '%s',
  (_title, paper) => {
    test('一个文件里两行完全相同，只写一行 of two equal rows of one file one is written', async () => {
      await saved(server, paper);
      // Leave out the number. With it the row would be recognised as the existing one and changed.
      const columns = importable(paper)
        .filter(([, field]) => !isPaperNumber(field))
        .map(([name]) => name);
      const file = await downloadSheet(admin, `${paper.path}/export`, {
        scope: 'all',
        filters: {},
        format: 'csv',
        columns,
      });
      const [header, row] = file.bytes.toString('utf8').replace('\ufeff', '').split(/\r?\n/);
      if (!row) return;
      const page = await checked(admin, paper.path, Buffer.from([header, row, row].join('\n')), '相同.csv');
      expect(page.status, describeAnswer(page)).toBe(200);
      expect(page.data.counts.new, describeAnswer(page)).toBeLessThanOrEqual(1);
    });
  },
);

test(
  '导入模板每列至多列出一千个可选值 a template lists at most a thousand choices of a column',
  { timeout: 120_000 },
  async () => {
    const of = titled((paper) => isWritten(paper) && Boolean(paper.rights.import));
    const listed: number[] = [];
    for (const [title, paper] of of) {
      const file = await downloadSheet(admin, `${paper.path}/import/template`);
      expect(file.status, title).toBe(200);
      listed.push((await sheetOf(file.bytes, 1).catch(() => [[]])).length - 1);
    }
    expect(Math.max(...listed)).toBe(1000);
  },
);

test('模板只给必填且不自动生成的列打星号 a template marks as required what is neither filled nor numbered by itself', () => {
  for (const paper of server.app.papers.values()) {
    const marks = templateHeader(paper, { language: 'zh' });
    for (const [at, [name, field]] of importable(paper).entries())
      if (isPaperNumber(field)) expect([paper.name, name, marks[at].endsWith('*')]).toEqual([paper.name, name, false]);
  }
});
