import { BadFile, ZipArchive } from './unzip.ts';
import { tagsIn, unescapeXml, withoutElements } from './xml.ts';
import { withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/**
 * Return XML without the namespace prefix `x:`, which some programs write. Refuse a document that declares a type or
 * entities.
 */
function plain(xml: string): string {
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) throw new BadFile('document type');
  return xml.includes('<x:') ? xml.replaceAll(/(<\/?)x:/g, '$1') : xml;
}

const attribute = (tag: string, name: string): string | undefined => {
  const at = tag.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const from = at + name.length + 3;
  return tag.slice(from, tag.indexOf('"', from));
};

/** Return the text of a rich or plain string: every `<t>`, without its pronunciation. */
function words(xml: string): string {
  const clean = withoutElements(xml, 'rPh');
  let text = '';
  for (let at = clean.indexOf('<t'); at >= 0; at = clean.indexOf('<t', at)) {
    const open = clean.indexOf('>', at);
    if (open < 0) break;
    const sign = clean[at + 2];
    if ((sign !== '>' && sign !== ' ') || clean[open - 1] === '/') {
      at = open;
      continue;
    }
    const close = clean.indexOf('</t>', open);
    if (close < 0) break;
    text += clean.slice(open + 1, close);
    at = close;
  }
  return unescapeXml(text);
}

async function sharedStrings(archive: ZipArchive): Promise<string[]> {
  const found: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return found;
  let rest = '';
  for await (const part of archive.text('xl/sharedStrings.xml')) {
    rest = plain(rest + part);
    let at = 0;
    for (;;) {
      const open = rest.indexOf('<si>', at);
      const close = open < 0 ? -1 : rest.indexOf('</si>', open);
      if (close < 0) break;
      found.push(words(rest.slice(open + 4, close)));
      at = close + 5;
    }
    rest = rest.slice(at);
    if (rest.length > 5_000_000) throw new BadFile('a text is too long');
  }
  return found;
}

/** Maximum length of a number format that is read. */
const MAX_FORMAT = 255;

type DateStyle = 'day' | 'moment' | 'time' | undefined;

/** Built-in date formats of every spreadsheet, Chinese and Japanese ones included. */
const builtIn: readonly (readonly [from: number, to: number, style: DateStyle])[] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'moment'],
  [27, 31, 'day'],
  [32, 35, 'time'],
  [36, 36, 'day'],
  [45, 47, 'time'],
  [50, 58, 'day'],
];

function dateStyle(format: number, codes: ReadonlyMap<number, string>): DateStyle {
  const known = builtIn.find(([from, to]) => format >= from && format <= to);
  if (known) return known[2];
  const code =
    codes
      .get(format)
      ?.slice(0, MAX_FORMAT)
      .replaceAll(/"[^"]*"|\[[^\][]*\]|\\./g, '')
      .toLowerCase() ?? '';
  if (code === 'general') return undefined;
  const [day, time] = [/[yd]/.test(code), /[hs]/.test(code)];
  return day && time ? 'moment' : day ? 'day' : time ? 'time' : undefined;
}

async function dateStyles(archive: ZipArchive): Promise<DateStyle[]> {
  if (!archive.has('xl/styles.xml')) return [];
  const xml = plain(await archive.whole('xl/styles.xml'));
  const codes = new Map(
    [...tagsIn(xml, 'numFmt')].map((tag): [number, string] => [
      Number(attribute(tag, 'numFmtId')),
      unescapeXml(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const from = xml.indexOf('<cellXfs');
  const to = from < 0 ? -1 : xml.indexOf('</cellXfs>', from);
  return to < 0
    ? []
    : [...tagsIn(xml.slice(from, to), 'xf')].map((tag) => dateStyle(Number(attribute(tag, 'numFmtId') ?? 0), codes));
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Return the text of a date by its serial number. */
function dateText(serial: number, style: DateStyle, since1904: boolean): string {
  const seconds = Math.round((serial + (since1904 ? 1462 : 0)) * 86_400);
  const at = new Date(Date.UTC(1899, 11, 30) + seconds * 1000);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  if (style === 'time') return time;
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return style === 'moment' || seconds % 86_400 !== 0 ? `${day} ${time}` : day;
}

/** Return the text of a number: a sheet stores 1.1 as 1.1000000000000001. */
const numberText = (raw: string): string =>
  raw.length < 15 && !/e/i.test(raw) ? raw : plainNumber(Number(Number(raw).toPrecision(15)));
const plainNumber = (number: number): string =>
  Math.abs(number) >= 1e21 || (number !== 0 && Math.abs(number) < 1e-6)
    ? withoutNeedlessZeros(number.toFixed(10))
    : String(number);

/** Return the index of the column of a cell reference, counted from 0: 27 for `AB12`. */
function columnAt(reference: string): number {
  let at = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    at = at * 26 + code - 64;
  }
  return at - 1;
}

interface Facts {
  readonly strings: readonly string[];
  readonly styles: readonly DateStyle[];
  readonly since1904: boolean;
}

const MAX_COLUMNS = 500;

function cellText(tag: string, inner: string, facts: Facts): string {
  const type = attribute(tag, 't') ?? 'n';
  if (type === 'inlineStr') return words(inner);
  const from = inner.indexOf('<v>');
  const raw = from < 0 ? '' : inner.slice(from + 3, inner.indexOf('</v>', from));
  if (raw === '') return '';
  switch (type) {
    case 's':
      return facts.strings[Number(raw)] ?? '';
    case 'b':
      return raw === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'n':
      return numberCell(raw, facts.styles[Number(attribute(tag, 's') ?? -1)], facts.since1904);
    default:
      return unescapeXml(raw);
  }
}

const numberCell = (raw: string, style: DateStyle, since1904: boolean): string =>
  style && Number.isFinite(Number(raw)) ? dateText(Number(raw), style, since1904) : numberText(raw);

function cellsOf(xml: string, facts: Facts): string[] {
  const cells: string[] = [];
  let next = 0;
  for (let at = xml.indexOf('<c'); at >= 0; at = xml.indexOf('<c', at)) {
    const sign = xml[at + 2];
    const open = xml.indexOf('>', at);
    if (open < 0) break;
    if (sign !== ' ' && sign !== '>' && sign !== '/') {
      at = open;
      continue;
    }
    const tag = xml.slice(at, open);
    const reference = attribute(tag, 'r');
    const column = reference ? columnAt(reference) : next;
    next = column + 1;
    if (xml[open - 1] === '/') {
      at = open;
      continue;
    }
    const close = xml.indexOf('</c>', open);
    if (close < 0) break;
    if (column >= 0 && column < MAX_COLUMNS) {
      while (cells.length < column) cells.push('');
      cells[column] = cellText(tag, xml.slice(open + 1, close), facts).trim();
    }
    at = close + 4;
  }
  return cells;
}

async function firstSheet(archive: ZipArchive): Promise<{ path: string; since1904: boolean; name: string }> {
  const book = plain(await archive.whole('xl/workbook.xml'));
  const sheet = [...tagsIn(book, 'sheet')].find((tag) => (attribute(tag, 'state') ?? 'visible') === 'visible');
  const links = plain(await archive.whole('xl/_rels/workbook.xml.rels'));
  const target = [...tagsIn(links, 'Relationship')].find(
    (tag) => sheet && attribute(tag, 'Id') === attribute(sheet, 'r:id'),
  );
  const path = target && attribute(target, 'Target');
  if (!sheet || !path) throw new BadFile('no sheet');
  return {
    path: path.startsWith('/') ? path.slice(1) : `xl/${path}`,
    since1904: /date1904="(1|true)"/.test(book),
    name: unescapeXml(attribute(sheet, 'name') ?? ''),
  };
}

/** Splits a text that arrives in parts into complete rows. An incomplete row waits for the next part. */
class Rows {
  rest = '';
  #number = 0;
  readonly #facts: Facts;
  constructor(facts: Facts) {
    this.#facts = facts;
  }

  *take(part: string): Generator<{ at: number; cells: string[] }> {
    this.rest = plain(this.rest + part);
    let at = 0;
    for (let open = this.rest.indexOf('<row'); open >= 0; open = this.rest.indexOf('<row', at)) {
      const head = this.rest.indexOf('>', open);
      if (head < 0) break;
      const isEmpty = this.rest[head - 1] === '/';
      const close = isEmpty ? head : this.rest.indexOf('</row>', head);
      if (close < 0) break;
      this.#number = Number(attribute(this.rest.slice(open, head), 'r')) || this.#number + 1;
      if (!isEmpty) yield { at: this.#number, cells: cellsOf(this.rest.slice(head + 1, close), this.#facts) };
      at = isEmpty ? close + 1 : close + 6;
    }
    this.rest = this.rest.slice(at);
    if (this.rest.length > 10_000_000) throw new BadFile('a row is too long');
  }
}

/** Return the rows of the first visible sheet with their numbers, as texts in the formats of the product. */
export async function* readSheet(path: string): AsyncGenerator<{ at: number; cells: string[] }> {
  const archive = await ZipArchive.open(path);
  try {
    const sheet = await firstSheet(archive);
    const rows = new Rows({
      strings: await sharedStrings(archive),
      styles: await dateStyles(archive),
      since1904: sheet.since1904,
    });
    for await (const part of archive.text(sheet.path)) yield* rows.take(part);
  } finally {
    await archive.close();
  }
}
