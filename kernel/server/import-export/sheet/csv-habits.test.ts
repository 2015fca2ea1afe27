import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from '#kernel/language/refusal.ts';
import type { ReadFile } from './read-sheet.ts';
import { readRows } from './sheet-workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ReadCsv {
  readonly rows: string[][];
  readonly csv: ReadFile['csv'];
}

async function read(content: string | Buffer): Promise<ReadCsv> {
  const [path, to] = [join(folder, 'text.csv'), join(folder, 'text.rows')];
  writeFileSync(path, content);
  const { csv } = await readRows({ path, to, csv: true, most: 100 }, new AbortController().signal);
  const lines = readFileSync(to, 'utf8').split('\n').filter(Boolean);
  return { csv, rows: lines.map((line) => (JSON.parse(line) as string[]).slice(3)) };
}

const GITHUB = 'https://github.com/';
const HEADER = ['名称', '数量'];
const PLAIN = [HEADER, ['泵', '1']];
const gbk = (...bytes: number[]): Buffer => Buffer.from(bytes);
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Habits of programs that write CSV: the habit, a public report of it, a file, and its rows. */
const habits: readonly (readonly [habit: string, source: string, content: string | Buffer, rows: string[][]])[] = [
  ['UTF-8 with a byte order mark', `${GITHUB}pandas-dev/pandas/issues/4793`, '\ufeff名称,数量\r\n泵,1\r\n', PLAIN],
  [
    'a quoted first heading behind the mark',
    `${GITHUB}Clever/csvlint/issues/37`,
    '\ufeff"名称","数量"\r\n"泵","1"\r\n',
    PLAIN,
  ],
  [
    'a second mark before the first row',
    `${GITHUB}Azure/azure-sdk-for-net/issues/34129`,
    '\ufeff名称,数量\n\ufeff"泵",1',
    PLAIN,
  ],
  [
    'an unseen sign before a number',
    `${GITHUB}hhurz/tableExport.jquery.plugin/issues/327`,
    '名称,数量\n泵,\u001f370911202104140038',
    [HEADER, ['泵', '370911202104140038']],
  ],
  [
    'GB 18030 of Excel in China',
    `${GITHUB}objectstack-ai/objectui/issues/2556`,
    gbk(0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0d, 0x0a, 0xb1, 0xc3, 0x2c, 0x31, 0x0d, 0x0a),
    PLAIN,
  ],
  [
    '“Unicode text” of Excel: UTF-16 with tabs',
    `${GITHUB}adaltas/node-csv-parse/issues/318`,
    Buffer.from('\ufeff名称\t数量\r\n泵\t1', 'utf16le'),
    PLAIN,
  ],
  [
    'UTF-16 without a mark',
    `${GITHUB}genspark-ai/genoffice/pull/438`,
    Buffer.from('名称,数量\r\n泵,1\r\n', 'utf16le'),
    PLAIN,
  ],
  ['UTF-16 of the other order', `${GITHUB}dolthub/dolt/pull/7123`, bigEndian('\ufeff名称,数量\r\n泵,1\r\n'), PLAIN],
  ['semicolons', `${GITHUB}HXLStandard/hxl-proxy/issues/178`, '名称;数量\n泵;1', PLAIN],
  [
    'a line that names the separator',
    `${GITHUB}PowerShell/PowerShell/issues/7776`,
    'sep=,\r\n名称,数量\r\n泵,1',
    PLAIN,
  ],
  ['another named separator', `${GITHUB}alexcaza/export-to-csv/issues/43`, 'sep=~\n"名称"~"数量"\n"泵"~"1"', PLAIN],
  [
    'the named separator in quotes, behind a mark',
    `${GITHUB}tspence/csharp-csv-reader/issues/28`,
    '\ufeff"sep=\t"\r名称\t数量\r泵\t1',
    PLAIN,
  ],
  [
    'a bar at the end of each line',
    `${GITHUB}deephaven/deephaven-core/issues/1800`,
    '名称|数量|\n泵|1|\n',
    [
      [...HEADER, ''],
      ['泵', '1', ''],
    ],
  ],
  [
    'an extra separator in the header only',
    `${GITHUB}xlson/groovycsv/issues/36`,
    '名称,数量,\n泵,1\n',
    [
      [...HEADER, ''],
      ['泵', '1'],
    ],
  ],
  [
    'empty cells before the header',
    `${GITHUB}alphagov/notifications-utils/pull/1169`,
    ',,名称\n,,泵\n',
    [
      ['', '', '名称'],
      ['', '', '泵'],
    ],
  ],
  ['line ends of the old Macintosh', `${GITHUB}mholt/PapaParse/issues/43`, '名称,数量\r泵,1', PLAIN],
  ['blanks before quotes', `${GITHUB}mholt/PapaParse/issues/941`, '名称, 数量\n"泵",  "1,5"', [HEADER, ['泵', '1,5']]],
  [
    'blanks around quotes',
    `${GITHUB}parsecsv/parsecsv-for-php/issues/210`,
    '"名称" ,"数量"\n泵 ,"1,5" ,\n',
    [HEADER, ['泵', '1,5', '']],
  ],
  [
    'quotes inside a cell without quotes',
    'https://github.com/sequelpro/sequelpro/issues/1252',
    '名称,数量\n5" 泵,1\n"阀 1/2""",2',
    [HEADER, ['5" 泵', '1'], ['阀 1/2"', '2']],
  ],
  [
    'quotes behind backslashes',
    `${GITHUB}sqlitebrowser/sqlitebrowser/issues/1032`,
    '"名称","数量"\n"泵, \\"新\\" 的","1"',
    [HEADER, ['泵, "新" 的', '1']],
  ],
  [
    'a backslash at the end of a cell',
    `${GITHUB}dbeaver/dbeaver/issues/12609`,
    '"名称","数量"\n"C:\\","1"',
    [HEADER, ['C:\\', '1']],
  ],
  [
    'numbers as formulas, so that zeros stay',
    'http://edoceo.com/utilitas/csv-file-format',
    '名称,数量\n="007","=""008"""\n',
    [HEADER, ['007', '008']],
  ],
  [
    'an apostrophe before a number',
    'http://www.rpmsoftware.com/wiki/index.php/Leading_zeros_in_Excel',
    "名称,数量\n'0571,'31011519900101001X\n",
    [HEADER, ['0571', '31011519900101001X']],
  ],
  [
    'a tab behind a number',
    `${GITHUB}layui/layui/issues/388`,
    '名称,数量\n泵,13800000000\t\n',
    [HEADER, ['泵', '13800000000']],
  ],
  [
    'commas in a file of semicolons',
    `${GITHUB}remcostoeten/dora/pull/232`,
    '"名称,甲,乙";数量\n泵,一,二;1\n阀,三;2',
    [
      ['名称,甲,乙', '数量'],
      ['泵,一,二', '1'],
      ['阀,三', '2'],
    ],
  ],
  [
    'lines of a report before the header',
    `${GITHUB}plaintextaccounting/hledger/issues/177`,
    '"库存报表"\n\n"名称";"数量"\n"泵";"1,5"\n"阀";"2,5"',
    [['库存报表'], HEADER, ['泵', '1,5'], ['阀', '2,5']],
  ],
  [
    'fewer cells where the last are empty',
    `${GITHUB}ddeboer/data-import/pull/33`,
    '名称,数量\n泵\n阀,2',
    [HEADER, ['泵'], ['阀', '2']],
  ],
];

test.each(habits)('a CSV is read with %s (%s)', async (_habit, _source, content, rows) => {
  expect((await read(content)).rows).toEqual(rows);
});

test('the encoding and the separator are recognised by the whole file', async () => {
  expect((await read('名称;数量\n泵;1')).csv).toEqual({ encoding: 'utf-8', delimiter: ';' });
  expect((await read(Buffer.from('a\tb\r\n', 'utf16le'))).csv).toEqual({ encoding: 'utf-16le', delimiter: '\t' });
  expect((await read('名称\n泵;阀|管')).rows).toEqual([['名称'], ['泵;阀|管']]);
  // The first Chinese letter comes after more than the first megabyte.
  const late = Buffer.concat([Buffer.from(`a,b\n${'x'.repeat(1_200_000)},1\n`), gbk(0xb1, 0xc3), Buffer.from(',2\n')]);
  const { csv, rows } = await read(late);
  expect([csv?.encoding, rows[2]]).toEqual(['gb18030', ['泵', '2']]);
  // Programs cut a text by its bytes: one broken letter does not change the encoding.
  const cut = Buffer.concat([
    Buffer.from('名称,备注\n热泵,上海市浦东新'),
    Buffer.from([0xe5, 0x8c]),
    Buffer.from(',2\n'),
  ]);
  expect((await read(cut)).rows[1][1]).toMatch(/^上海市浦东新/);
});

test('a quote that is never closed is refused by that name, and so is a row without an end', async () => {
  const reason = async (text: string): Promise<unknown> =>
    read(text).then(
      () => 'read',
      (error: unknown) => error instanceof Refusal && error.reason,
    );
  expect(await reason('a,b\n"never closed,1\n2,3\n')).toBe('exchange.openQuote');
  expect(await reason(`a,b\n"${'x'.repeat(11_000_000)}`)).toBe('exchange.unreadable');
});
