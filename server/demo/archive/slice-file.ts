import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** Rows of one table in the text format of COPY. */
export interface ArchiveSection {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** In a day slice: keys of rows that were deleted on that day and that older slices contain. */
  readonly gone?: readonly string[];
}

/** Prefix of the header line of a section. COPY escapes backslashes, so no row can begin with it. */
const HEAD = '\\#';
const LEVEL = 19;

interface Head extends Omit<ArchiveSection, 'rows'> {
  /** Number of rows; absent in older files, which have one row a line. */ readonly count?: number;
}

/**
 * Write a slice column by column, since similar neighbours compress better. Equal sections give equal bytes. Return the
 * size in bytes.
 */
export async function writeSlice(path: string, sections: readonly ArchiveSection[]): Promise<number> {
  const text = sections
    .filter(({ rows, gone }) => rows.length > 0 || gone)
    .map(({ rows, ...rest }) => {
      const head: Head = { ...rest, count: rows.length };
      const cells = rows.map(rowCells);
      const columns = rest.columns.map((_name, at) => cells.map((row) => `${row[at]}\n`).join(''));
      return `${HEAD}${JSON.stringify(head)}\n${columns.join('')}`;
    })
    .join('');
  const packed = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  await writeFile(path, packed);
  return packed.length;
}

/** Return the sections of a slice. */
export async function readSlice(path: string): Promise<ArchiveSection[]> {
  const text = (await decompress(await readFile(path))).toString();
  const sections: ArchiveSection[] = [];
  for (const part of text.split(`\n${HEAD}`)) {
    const [first, ...lines] = part.replace(HEAD, '').split('\n');
    if (first === '') continue;
    if (lines.at(-1) === '') lines.pop();
    const { count, ...head } = JSON.parse(first) as Head;
    const { columns } = head;
    const rows =
      count === undefined
        ? lines
        : Array.from({ length: count }, (_, row) => columns.map((_name, at) => lines[at * count + row]).join('\t'));
    sections.push({ ...head, rows });
  }
  return sections;
}

/** Return the cells of a row, which tabs separate. */
export const rowCells = (row: string): string[] => row.split('\t');
export const NULL = '\\N';
