import readXlsx from 'read-excel-file/node';
import { RowWriter, workbook } from '#kernel/server/import-export/sheet/workbook.ts';
import type { Answer, TestCaller } from './test-server.ts';

/** What Excel would see in the first sheet of a workbook. */
export const sheetOf = async (bytes: Buffer, at = 0): Promise<unknown[][]> =>
  ((await readXlsx(bytes)) as { data: unknown[][] }[])[at].data;

/** A workbook of texts. */
export async function sheetWith(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const writer = new RowWriter(rows[0].map(() => 'text'));
  const parts: Buffer[] = [];
  for await (const part of workbook([
    { name: '表', header: rows[0], rows: rows.slice(1).map((row) => writer.xml(row)) },
  ]))
    parts.push(part);
  return Buffer.concat(parts);
}

/** Asks for a file. */
export async function downloadSheet(
  caller: TestCaller,
  path: string,
  asked?: object,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${caller.base}/api/${path}`, {
    method: asked ? 'POST' : 'GET',
    ...(asked && { body: JSON.stringify(asked) }),
    headers: {
      ...(asked && { 'Content-Type': 'application/json' }),
      'Blade-Auth': `bearer ${caller.token}`,
      'Anju-Lang': caller.language,
    },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Sends a file as the field `file` of a form. */
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

/** Waits until a batch no longer is on its way; answers its page of verdicts. */
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

/** Uploads a sheet and waits for its dry run. */
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
