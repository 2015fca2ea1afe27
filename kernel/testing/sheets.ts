import readXlsx from 'read-excel-file/node';
import { RowWriter, columnLetters, workbook } from '#kernel/server/import-export/sheet/workbook.ts';
import { escapeXml } from '#kernel/server/import-export/sheet/xml.ts';
import { zip } from '#kernel/server/import-export/sheet/zip.ts';
import type { Answer, TestCaller } from './test-server.ts';

/** Return the cells of a workbook's sheet, as Excel shows them. */
export const sheetOf = async (bytes: Buffer, at = 0): Promise<unknown[][]> =>
  ((await readXlsx(bytes)) as { data: unknown[][] }[])[at].data;

/** Return a workbook of texts. */
export async function sheetWith(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const writer = new RowWriter(rows[0].map(() => 'text'));
  const parts: Buffer[] = [];
  for await (const part of workbook([
    { name: '表', header: rows[0], rows: rows.slice(1).map((row) => writer.xml(row)) },
  ]))
    parts.push(part);
  return Buffer.concat(parts);
}

/** A sheet as people make it: hidden rows by number, merged ranges, and a filter that hides the rows. */
interface OwnSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly hidden?: readonly number[];
  readonly merged?: readonly string[];
  readonly isFiltered?: boolean;
  readonly isHidden?: boolean;
}

const sheetXml = ({ rows, hidden = [], merged = [], isFiltered }: OwnSheet): string => {
  const cell = (text: string, at: number, row: number): string =>
    text && `<c r="${columnLetters(at)}${row}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
  const lines = rows.map((cells, index) => {
    const row = index + 1;
    const mark = hidden.includes(row) ? ' hidden="1"' : '';
    return `<row r="${row}"${mark}>${cells.map((text, at) => cell(text, at, row)).join('')}</row>`;
  });
  const filter = isFiltered ? '<autoFilter ref="A1:Z9"><filterColumn colId="0"/></autoFilter>' : '';
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet><sheetData>${lines.join('')}</sheetData>${filter}${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`;
};

/** Return a workbook of several sheets as people make them. */
export async function bookWith(sheets: readonly OwnSheet[]): Promise<Buffer> {
  const names = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="r${at}"/>`,
  );
  const links = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  const parts: Buffer[] = [];
  for await (const part of zip([
    { name: 'xl/workbook.xml', content: [`<workbook><sheets>${names.join('')}</sheets></workbook>`] },
    { name: 'xl/_rels/workbook.xml.rels', content: [`<Relationships>${links.join('')}</Relationships>`] },
    ...sheets.map((one, at) => ({ name: `xl/worksheets/sheet${at}.xml`, content: [sheetXml(one)] })),
  ]))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Download a sheet: by GET, or with a body by POST. Return its bytes. */
export async function downloadSheet(
  caller: TestCaller,
  path: string,
  body?: object,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${caller.base}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      'Blade-Auth': `bearer ${caller.token}`,
      'Anju-Lang': caller.language,
    },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Send a file as the field `file` of a form. */
export function uploadSheetFile(
  caller: TestCaller,
  path: string,
  content: Buffer | string,
  name = '表.xlsx',
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), name);
  return caller.send('POST', path, { body: form });
}

/** Wait until an import batch has been checked or written. Return its page of results. */
export async function settledBatch(
  caller: TestCaller,
  paper: string,
  batch: string,
  query: Record<string, string | number> = {},
): Promise<Answer> {
  for (let tries = 0; tries < 2400; tries++) {
    const page = await caller.get(`${paper}/import/verdict`, { batch, size: 1000, ...query });
    if (!['reading', 'committing', 'rollingBack'].includes(page.data.state)) return page;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error(`batch ${batch} does not end`);
}

/** Upload a sheet and wait for the result of its dry run. */
export async function checked(
  caller: TestCaller,
  paper: string,
  content: Buffer | string,
  name?: string,
): Promise<Answer> {
  const sent = await uploadSheetFile(caller, `${paper}/import/upload`, content, name);
  return sent.status === 200 ? settledBatch(caller, paper, sent.data.batch) : sent;
}

export async function committed(caller: TestCaller, paper: string, batch: string): Promise<Answer> {
  const begun = await caller.post(`${paper}/import/commit`, { batch });
  return begun.status === 200 ? settledBatch(caller, paper, batch) : begun;
}
