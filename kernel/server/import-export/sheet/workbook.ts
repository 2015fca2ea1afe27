import { looksLikeFormula } from './formula-text.ts';
import { escapeXml } from './xml.ts';
import { type ZipEntry, zip } from './zip.ts';

/** Type of a cell: text, a number, a day, or a moment. */
export type CellType = 'text' | 'number' | 'day' | 'moment';

/** Choices of a column, in a range of another sheet. */
export interface ChoiceRange {
  readonly column: number;
  readonly range: string;
}

/** Sheet whose rows are made while it is written. The first row is the header. */
export interface WorkbookSheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly widths?: readonly number[];
  /** Rows as XML, several at a time: see `RowWriter`. */
  readonly rows: AsyncIterable<string> | Iterable<string>;
  readonly choices?: readonly ChoiceRange[];
  /** Text at the foot of every printed page. */
  readonly foot?: string;
  /** Merged cells, `A2:A5`, read once the rows are written. */
  readonly merged?: Iterable<string>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Styles by number: 0 plain, 1 head, 2 day, 3 moment, 4 text that looks like a formula and must never become one. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>';

/** Return the letters of a column by its index: 0 is A, 26 is AA. */
export const columnLetters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnLetters(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));

const EPOCH = Date.UTC(1899, 11, 30);

/** Return `2026-11-23 10:00:00` as the serial number of a sheet; undefined for other texts. */
export function serialOf(text: string): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d)(?::(\d\d))?)?/.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0));
  return year < 1901 ? undefined : String((Date.UTC(year, month - 1, day, hour, minute, second) - EPOCH) / 86_400_000);
}

const textCell = (at: string, text: string): string =>
  `<c r="${at}" t="inlineStr"${looksLikeFormula(text) ? ' s="4"' : ''}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Does a number fit a cell? A sheet stores fifteen digits: longer numbers stay text. */
const fits = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text) && text.replaceAll(/[-.]/g, '').length <= 15;

function cellXml(at: string, text: string, type: CellType): string {
  if (type === 'text') return textCell(at, text);
  if (type === 'number') return fits(text) ? `<c r="${at}"><v>${text}</v></c>` : textCell(at, text);
  const serial = serialOf(text);
  return serial === undefined ? textCell(at, text) : `<c r="${at}" s="${type === 'day' ? 2 : 3}"><v>${serial}</v></c>`;
}

/** Write rows below the header, each with its number; empty cells are left out. */
export class RowWriter {
  readonly #types: readonly CellType[];
  readonly #letters: string[];
  #row = 1;
  constructor(types: readonly CellType[]) {
    this.#types = types;
    this.#letters = types.map((_, at) => columnLetters(at));
  }

  xml(cells: readonly string[]): string {
    const row = ++this.#row;
    let xml = `<row r="${row}">`;
    for (let at = 0; at < cells.length; at++)
      if (cells[at] !== '') xml += cellXml(`${this.#letters[at]}${row}`, cells[at], this.#types[at]);
    return `${xml}</row>`;
  }
}

async function* sheetXml(sheet: WorkbookSheet): AsyncGenerator<string> {
  const widths = sheet.widths?.length
    ? `<cols>${sheet.widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`
    : '';
  yield (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths}<sheetData>` +
    `<row r="1">${sheet.header.map((text, at) => `<c r="${columnLetters(at)}1" t="inlineStr" s="1"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`).join('')}</row>`
  );
  yield* sheet.rows;
  const lists = (sheet.choices ?? []).map(
    ({ column, range }) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${columnLetters(column)}2:${columnLetters(column)}100001"><formula1>${escapeXml(range)}</formula1></dataValidation>`,
  );
  const merged = [...(sheet.merged ?? [])].map((range) => `<mergeCell ref="${range}"/>`);
  yield `</sheetData>${merged.length ? `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>` : ''}${lists.length ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : ''}${sheet.foot ? footXml(sheet.foot) : ''}</worksheet>`;
}

/**
 * Return the foot of printed pages: a text on the left, the number of the page on the right. `&` begins a code there.
 */
const footXml = (words: string): string =>
  `<headerFooter><oddFooter>${escapeXml(`&L${words.replaceAll('&', '&&').slice(0, 200)}&R&P / &N`)}</oddFooter></headerFooter>`;

const sheetName = (name: string): string => escapeXml(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31));

function partsOf(sheets: readonly WorkbookSheet[]): ZipEntry[] {
  const one = (name: string, text: string): ZipEntry => ({ name, content: [text] });
  return [
    one(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    ),
    one(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    one(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${sheets.map((sheet, at) => `<sheet name="${sheetName(sheet.name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    one(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    ),
    one('xl/styles.xml', STYLES),
    ...sheets.map((sheet, at): ZipEntry => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
  ];
}

/** Return a workbook as a stream of bytes: its rows are never all in memory. */
export const workbook = (sheets: readonly WorkbookSheet[]): AsyncGenerator<Buffer> => zip(partsOf(sheets));

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
