import readXlsx from 'read-excel-file/node';
import { RowWriter, workbook } from '#kernel/server/import-export/sheet/workbook.ts';
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
