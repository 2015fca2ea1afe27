import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from '#kernel/language/refusal.ts';
import { readSheets } from './sheet-reader.ts';
import { readRows, runningSheets } from './sheet-workers.ts';
import { zip } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOOK = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>';
const LINKS = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const SHEET =
  '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>名称</t></is></c></row></sheetData></worksheet>';

async function book(name: string, parts: Readonly<Record<string, string>>): Promise<string> {
  const all = {
    'xl/workbook.xml': BOOK,
    'xl/_rels/workbook.xml.rels': LINKS,
    'xl/worksheets/sheet1.xml': SHEET,
    ...parts,
  };
  async function* entries() {
    for (const [file, text] of Object.entries(all))
      yield {
        name: file,
        content: (async function* () {
          yield Buffer.from(text);
        })(),
      };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of zip(entries())) chunks.push(Buffer.from(chunk as Uint8Array));
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

/** Return the CPU time of reading a workbook, in milliseconds. It counts even if the workbook is refused. */
async function cpuOf(path: string): Promise<number> {
  const began = process.threadCpuUsage();
  try {
    for await (const one of readSheets(path)) for await (const row of one.rows) expect(row.at).toBeGreaterThan(0);
  } catch {
    /* A refused file counts as well: only the time matters. */
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const unclosed: readonly (readonly [name: string, parts: (text: string) => Record<string, string>, sign: string])[] = [
  ['pronunciations', (text) => ({ 'xl/sharedStrings.xml': `<sst><si>${text}</si></sst>` }), '<rPh'],
  ['formats', (text) => ({ 'xl/styles.xml': text }), '<numFmt '],
  ['cell formats', (text) => ({ 'xl/styles.xml': text }), '<cellXfs '],
  ['styles', (text) => ({ 'xl/styles.xml': `<cellXfs>${text}</cellXfs>` }), '<xf '],
  ['sheets', (text) => ({ 'xl/workbook.xml': text }), '<sheet '],
  ['relations', (text) => ({ 'xl/_rels/workbook.xml.rels': text }), '<Relationship '],
  ['rows', (text) => ({ 'xl/worksheets/sheet1.xml': text }), '<row '],
  ['cells', (text) => ({ 'xl/worksheets/sheet1.xml': `<row>${text}</row>` }), '<c '],
  ['texts', (text) => ({ 'xl/worksheets/sheet1.xml': `<row><c t="inlineStr">${text}</c></row>` }), '<t '],
];

test.each(unclosed)(
  '没有结束的元素加倍，读取的处理器时间至多乘以二点五 twice as many unclosed %s cost at most two and a half times the CPU',
  async (name, parts, sign) => {
    const times: number[] = [];
    for (const count of [100_000, 200_000]) {
      const path = await book(
        `${name}-${count}.xlsx`,
        parts(Array.from({ length: count }, (_, n) => `${sign}${(n * 7919) % 65_521}`).join('')),
      );
      times.push(Math.min(await cpuOf(path), await cpuOf(path), await cpuOf(path)));
    }
    expect(times[1], `${name}: ${times.join(', ')} ms`).toBeLessThan(Math.max(times[0], 40) * 2.5);
  },
);

test('至多两张表同时读取；来人走了就停，太慢的被拒绝 at most two sheets are read at a time, a disconnected client ends the reading, and a slow sheet is refused', async () => {
  const path = await book('plain.xlsx', {});
  const reading = (n: number) => ({ path, to: join(folder, `${n}.rows`), csv: false, most: 100 });
  const [stays, leaves] = [new AbortController(), new AbortController()];
  const tries = Array.from({ length: 6 }, (_, n) =>
    readRows(reading(n), (n % 2 ? leaves : stays).signal).then(
      (read) => read.sheets[0].rows,
      () => 'left',
    ),
  );
  expect(runningSheets()).toEqual({ working: 2, waiting: 4 });
  leaves.abort(new Error('left'));
  expect(await Promise.all(tries)).toEqual([1, 'left', 1, 'left', 1, 'left']);
  expect(runningSheets()).toEqual({ working: 0, waiting: 0 });
  const slow = await readRows(reading(9), stays.signal, { ms: 0 }).catch((error: unknown) => error);
  expect(slow).toBeInstanceOf(Refusal);
  expect((slow as Refusal).reason).toBe('exchange.tooSlow');
  expect(runningSheets()).toEqual({ working: 0, waiting: 0 });
});

test('要的内存太多就被拒绝，服务照常 a sheet that needs too much memory is refused, and the server continues', async () => {
  const path = join(folder, 'large.csv');
  writeFileSync(path, `名称\n${Array.from({ length: 1_500_000 }, (_, n) => n).join(',')}`);
  const reading = { path, to: join(folder, 'large.rows'), csv: true, most: 1_000_000 };
  const { signal } = new AbortController();
  const large = await readRows(reading, signal, { memoryMb: 16 }).catch((error: unknown) => error);
  expect(large).toBeInstanceOf(Refusal);
  expect((large as Refusal).reason).toBe('exchange.unreadable');
  expect(runningSheets()).toEqual({ working: 0, waiting: 0 });
  const after = await readRows({ ...reading, path: await book('after.xlsx', {}), csv: false }, signal);
  expect(after.sheets[0].head[0].cells).toEqual(['名称']);
});
