import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSheets } from './sheet-reader.ts';
import { zip } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-sheet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOOK = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>';
const LINKS = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const sheet = (cells: string): string => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;

async function rowsOf(parts: Readonly<Record<string, string>>): Promise<string[][]> {
  const all = Object.entries({ 'xl/workbook.xml': BOOK, 'xl/_rels/workbook.xml.rels': LINKS, ...parts });
  const chunks: Buffer[] = [];
  for await (const chunk of zip(all.filter(([, text]) => text).map(([name, text]) => ({ name, content: [text] }))))
    chunks.push(Buffer.from(chunk));
  const path = join(folder, 'book.xlsx');
  writeFileSync(path, Buffer.concat(chunks));
  const rows: string[][] = [];
  for await (const one of readSheets(path)) for await (const row of one.rows) rows.push(row.cells);
  return rows;
}

const SHARED =
  "<sst><si><t>第一</t></si><si><r><t xml:space='preserve'>第</t></r><r><t>二</t></r><rPh><t>di</t></rPh></si></sst>";

test.each([
  [
    'attributes in single quotes',
    "<c r='A1' t='s'><v>1</v></c><c r='C1' t='inlineStr'><is><t>x</t></is></c>",
    ['第二', '', 'x'],
  ],
  ['a line feed before an attribute', '<c\nr="A1"\n\tt="s"\n><v>0</v></c>', ['第一']],
  ['blanks around =', '<c r = "B1" t = "s"><v>0</v></c>', ['', '第一']],
  ['xml:space at a value', '<c r="A1" t="s"><v xml:space="preserve">0</v></c>', ['第一']],
  ['CDATA', '<c t="inlineStr"><is><t><![CDATA[a <b> & c]]></t></is></c>', ['a <b> & c']],
  ['entities', '<c t="inlineStr"><is><t>&lt;&#x6CF5;&#27893;&amp;</t></is></c>', ['<泵泵&']],
  ['escaped characters', '<c t="inlineStr"><is><t>a_x000D__x000A_b_x005F_x000D_</t></is></c>', ['a\r\nb_x000D_']],
  ['a comment inside a cell', '<c r="A1" t="s"><!-- v --><v>0<!-- 1 --></v></c>', ['第一']],
  ['a formula beside its value', '<c r="A1" t="str"><f>B1&amp;C1</f><v>甲</v></c>', ['甲']],
  ['references in small letters', '<c r="b1" t="s"><v>0</v></c>', ['', '第一']],
])('a sheet is read with %s', async (_title, cells, expected) => {
  expect(await rowsOf({ 'xl/sharedStrings.xml': SHARED, 'xl/worksheets/sheet1.xml': sheet(cells) })).toEqual([
    expected,
  ]);
});

test('prefixes of elements and attributes change nothing', async () => {
  expect(
    await rowsOf({
      'xl/workbook.xml':
        '<ns0:workbook><ns0:sheets><ns0:sheet name="a" sheetId="9" d3p1:id="r1"/></ns0:sheets></ns0:workbook>',
      'xl/sharedStrings.xml': '<x:sst><x:si><x:t>甲</x:t></x:si></x:sst>',
      'xl/worksheets/sheet1.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    }),
  ).toEqual([['甲']]);
});

test('parts are found by their links, in capitals, and at other places', async () => {
  expect(
    await rowsOf({
      'xl/workbook.xml': '',
      'xl/_rels/workbook.xml.rels': '',
      '_rels/.rels':
        '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="/Book/Main.xml"/></Relationships>',
      'Book/Main.xml': BOOK,
      'book/_RELS/main.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="../Sheets/One%20a.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="Texts.xml"/></Relationships>',
      'Sheets/One a.xml': sheet('<c t="s"><v>0</v></c>'),
      'Book/TEXTS.XML': SHARED,
    }),
  ).toEqual([['第一']]);
});

test('numbers keep the zeros of their format, and lost digits are visible', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="0.00"/><numFmt numFmtId="172" formatCode="yyyy/m/d\\ h:mm"/></numFmts><cellStyleXfs><xf numFmtId="172"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const cell = (style: number, value: string): string => `<c s="${style}"><v>${value}</v></c>`;
  expect(
    await rowsOf({
      'xl/styles.xml': styles,
      'xl/worksheets/sheet1.xml': sheet(
        [
          cell(1, '7'),
          cell(1, '-12'),
          cell(2, '1.1000000000000001'),
          cell(2, '1.125'),
          cell(3, '46023.395833333336'),
          cell(4, '46023'),
          cell(0, '1.1000000000000001'),
          cell(0, '3.1011519800101126E+17'),
          cell(0, '123456789012345'),
          cell(0, '2.5E-3'),
          '<c t="e"><v>#N/A</v></c>',
        ].join(''),
      ),
    }),
  ).toEqual([
    [
      '000007',
      '-000012',
      '1.10',
      '1.125',
      '2026-01-01 09:30:00',
      '2026-01-01',
      '1.1',
      '3.10115198001011E+17',
      '123456789012345',
      '0.0025',
      '#N/A',
    ],
  ]);
});

test.each([
  ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'],
  ['elements in elements without an end', '<a>'.repeat(200_000)],
  ['a tag without an end', `<c ${'x'.repeat(21_000_000)}`],
  ['a text above the limit', sheet(`<c t="inlineStr"><is><t>${'x'.repeat(11_000_000)}</t></is></c>`)],
])('a sheet with %s is refused as unreadable', async (_title, xml) => {
  await expect(rowsOf({ 'xl/worksheets/sheet1.xml': xml })).rejects.toThrow(/document type|too deep|too long|too much/);
});
