import { type CellStyle, cellStyle, numberCell } from './number-cells.ts';
import { BadFile, ZipArchive } from './unzip.ts';
import { type Attributes, type XmlReader, XmlReading, attribute, readXml } from './xml-reading.ts';

/** Maximum characters of one text, and of one row. */
const MAX_TEXT = 5_000_000;
const MAX_ROW = 10_000_000;
const MAX_COLUMNS = 500;
/** Maximum number of merged ranges and of visible sheets that are read. */
const MAX_MERGED = 1000;
const MAX_SHEETS = 20;

const isTrue = (text: string | undefined): boolean => text !== undefined && /^(?:1|true)$/i.test(text);

/** Replace `_x000D_` by its character; `_x005F_` is an escaped underscore (ECMA-376, ST_Xstring). */
const withCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects the text of rich and plain strings: every `<t>`, without its pronunciation (`<rPh>`). */
class Words {
  #text = '';
  #isInText = false;
  #isPronounced = false;

  open(name: string): void {
    if (name === 't') this.#isInText = true;
    else if (name === 'rPh') this.#isPronounced = true;
  }
  text(text: string): void {
    if (!this.#isInText || this.#isPronounced) return;
    this.#text += text;
    if (this.#text.length > MAX_TEXT) throw new BadFile('a text is too long');
  }
  close(name: string): void {
    if (name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isPronounced = false;
  }
  /** Return the collected text and reset. */
  take(): string {
    const text = withCharacters(this.#text);
    this.#text = '';
    this.#isInText = false;
    this.#isPronounced = false;
    return text;
  }
}

/** Read the elements of a small part of the archive. */
async function elements(
  archive: ZipArchive,
  part: string,
  open: (name: string, attributes: Attributes, above: string) => void,
): Promise<void> {
  const path: string[] = [];
  await readXml(archive.text(part), {
    open: (name, attributes) => {
      open(name, attributes, path.at(-1) ?? '');
      path.push(name);
    },
    text: () => undefined,
    close: () => path.pop(),
  });
}

/** Return a target as a path in the archive; undefined: it is none. */
function pathOf(target: string, part: string): string | undefined {
  try {
    return decodeURIComponent(new URL(target, `zip:///${part}`).pathname.slice(1));
  } catch {
    return undefined;
  }
}

interface Link {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Return the links of a part to others, with their targets as paths in the archive. */
async function linksOf(archive: ZipArchive, part: string): Promise<Link[]> {
  const slash = part.lastIndexOf('/');
  const file = `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
  const links: Link[] = [];
  if (!archive.has(file)) return links;
  await elements(archive, file, (name, attributes) => {
    const target = name === 'Relationship' ? pathOf(attribute(attributes, 'Target') ?? '', part) : undefined;
    if (target)
      links.push({ id: attribute(attributes, 'Id') ?? '', type: attribute(attributes, 'Type') ?? '', target });
  });
  return links;
}

const linked = (links: readonly Link[], type: string): string | undefined =>
  links.find((one) => one.type.endsWith(`/${type}`))?.target;

async function sharedStrings(archive: ZipArchive, part: string): Promise<string[]> {
  const found: string[] = [];
  if (!archive.has(part)) return found;
  const words = new Words();
  await readXml(archive.text(part), {
    open: (name) => words.open(name),
    text: (text) => words.text(text),
    close: (name) => {
      words.close(name);
      if (name === 'si') found.push(words.take());
    },
  });
  return found;
}

/** Return the styles of the cells, by their index. */
async function cellStyles(archive: ZipArchive, part: string): Promise<(CellStyle | undefined)[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  if (archive.has(part))
    await elements(archive, part, (name, attributes, above) => {
      if (name === 'numFmt')
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
      else if (name === 'xf' && above === 'cellXfs') formats.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    });
  return formats.map((format) => cellStyle(format, codes));
}

/** Return the index of the column of a cell reference, counted from 0: 27 for `AB12`. */
function columnAt(reference: string): number {
  let at = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i) & ~32;
    if (code < 65 || code > 90) break;
    at = at * 26 + code - 64;
  }
  return at - 1;
}

interface Facts {
  readonly strings: readonly string[];
  readonly styles: readonly (CellStyle | undefined)[];
  readonly since1904: boolean;
}

/** One row of a sheet: its number, its texts, and whether it is hidden by hand, by a group or by a filter. */
export interface SheetRow {
  readonly at: number;
  readonly cells: string[];
  readonly isHidden: boolean;
}

/** A visible sheet of a workbook. `merged` and `isFiltered` are complete once its rows are read. */
export interface OpenedSheet {
  readonly name: string;
  readonly rows: AsyncGenerator<SheetRow>;
  readonly facts: SheetFacts;
}

/** Facts of a sheet that stand behind its rows: its merged ranges such as `A1:C1`, and whether a filter hides rows. */
interface SheetFacts {
  readonly merged: string[];
  isFiltered: boolean;
}

/** Receives the elements of a sheet, and collects its rows as texts in the formats of the product. */
class Rows implements XmlReader {
  readonly #facts: Facts;
  readonly #words = new Words();
  #done: SheetRow[] = [];
  #at = 0;
  #cells: string[] = [];
  #length = 0;
  #column = -1;
  #type = 'n';
  #style = -1;
  #value = '';
  #isInValue = false;
  #isInCell = false;
  #isHidden = false;
  readonly said: SheetFacts = { merged: [], isFiltered: false };

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isInValue = this.#isInCell;
    else if (this.#isInCell) this.#words.open(name);
    else this.#openFact(name, attributes);
  }

  text(text: string): void {
    if (!this.#isInCell) return;
    this.#length += text.length;
    if (this.#length > MAX_ROW) throw new BadFile('a row is too long');
    if (this.#isInValue) this.#value += text;
    else this.#words.text(text);
  }

  close(name: string): void {
    if (name === 'row') this.#done.push({ at: this.#at, cells: this.#cells, isHidden: this.#isHidden });
    else if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isInValue = false;
    else if (this.#isInCell) this.#words.close(name);
  }

  /** Return the rows that are complete, and forget them. */
  take(): SheetRow[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #openRow(attributes: Attributes): void {
    this.#at = Number(attribute(attributes, 'r')) || this.#at + 1;
    this.#cells = [];
    this.#length = 0;
    this.#column = -1;
    this.#isHidden = isTrue(attribute(attributes, 'hidden')) || Number(attribute(attributes, 'ht') ?? 1) === 0;
  }

  #openFact(name: string, attributes: Attributes): void {
    if (name === 'mergeCell' && this.said.merged.length < MAX_MERGED)
      this.said.merged.push(attribute(attributes, 'ref') ?? '');
    else if (name === 'filterColumn') this.said.isFiltered = true;
  }

  #openCell(attributes: Attributes): void {
    const reference = attribute(attributes, 'r');
    this.#column = reference ? columnAt(reference) : this.#column + 1;
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? -1);
    this.#value = '';
    this.#isInCell = true;
  }

  #closeCell(): void {
    this.#isInCell = false;
    this.#isInValue = false;
    const words = this.#words.take();
    if (this.#column < 0 || this.#column >= MAX_COLUMNS) return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = (this.#type === 'inlineStr' ? words : this.#valueText()).trim();
  }

  #valueText(): string {
    const raw = this.#value;
    if (raw === '') return '';
    switch (this.#type) {
      case 's':
        return this.#facts.strings[Number(raw)] ?? '';
      case 'b':
        return raw.trim() === '1' ? 'true' : 'false';
      case 'n':
        return numberCell(raw.trim(), this.#facts.styles[this.#style], this.#facts.since1904);
      default:
        return withCharacters(raw);
    }
  }
}

interface Book {
  /** Visible sheets: the name of each, and its part. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly strings: string;
  readonly styles: string;
  readonly since1904: boolean;
}

/** Return the parts of a workbook: its visible sheets, its texts and its formats. */
async function openBook(archive: ZipArchive): Promise<Book> {
  const part = linked(await linksOf(archive, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const links = new Map((await linksOf(archive, part)).map((one) => [one.id, one]));
  const all = [...links.values()];
  const sheets: { name: string; part: string }[] = [];
  let since1904 = false;
  await elements(archive, part, (name, attributes) => {
    if (name === 'workbookPr') since1904 = isTrue(attribute(attributes, 'date1904'));
    if (name !== 'sheet' || sheets.length >= MAX_SHEETS) return;
    if ((attribute(attributes, 'state') ?? 'visible') !== 'visible') return;
    const link = links.get(attribute(attributes, 'id') ?? '');
    // Charts and dialogs are sheets without rows.
    if (link && !/\/(?:chartsheet|dialogsheet)$/.test(link.type))
      sheets.push({ name: attribute(attributes, 'name') ?? '', part: link.target });
  });
  const present = sheets.filter((one) => archive.has(one.part));
  if (!present.length) throw new BadFile('no sheet');
  return {
    sheets: present,
    strings: linked(all, 'sharedStrings') ?? 'xl/sharedStrings.xml',
    styles: linked(all, 'styles') ?? 'xl/styles.xml',
    since1904,
  };
}

async function* rowsOf(archive: ZipArchive, part: string, rows: Rows): AsyncGenerator<SheetRow> {
  const reading = new XmlReading(rows);
  for await (const text of archive.text(part)) {
    reading.write(text);
    yield* rows.take();
  }
}

/**
 * Return the visible sheets of a workbook, one after the other. Their rows are texts in the formats of the product, and
 * are read before the next sheet.
 */
export async function* readSheets(path: string): AsyncGenerator<OpenedSheet> {
  const archive = await ZipArchive.open(path);
  try {
    const book = await openBook(archive);
    const facts = {
      strings: await sharedStrings(archive, book.strings),
      styles: await cellStyles(archive, book.styles),
      since1904: book.since1904,
    };
    for (const { name, part } of book.sheets) {
      const rows = new Rows(facts);
      yield { name, rows: rowsOf(archive, part, rows), facts: rows.said };
    }
  } finally {
    await archive.close();
  }
}
