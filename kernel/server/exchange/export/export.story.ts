import { describe, expect, it } from 'vitest';
import readXlsx from 'read-excel-file/node';
import { type Caller, openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url);
const customers = 'blade-maintenance/webApi/ascustomer';

/** Asks for a file and reads it as Excel would. */
async function exported(caller: Caller, path: string, asked: object): Promise<{ status: number; type: string; bytes: Buffer }> {
  const response = await fetch(`${caller.base}/api/${path}`, { method: 'POST', body: JSON.stringify(asked), headers: { 'Content-Type': 'application/json', 'Blade-Auth': `bearer ${caller.token}`, 'Anju-Lang': caller.language } });
  return { status: response.status, type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}
const sheetOf = async (bytes: Buffer): Promise<unknown[][]> => (await readXlsx(bytes) as unknown as { data: unknown[][] }[])[0].data;

const draft = (n: number, more: object = {}): object => ({ customerName: `客户${n}`, phone: `1380013${String(8000 + n)}`, addressDetail: `莘庄路${n}号`, ...more });

describe('taking rows out of the house', () => {
  it('gives exactly the rows of the list, in its order, with its labels', async () => {
    const cs = await story.as('as_admin');
    for (let n = 0; n < 12; n++) expect((await cs.post(`${customers}/submit`, draft(n, { customerLevel: n % 2 ? 'gold' : 'normal' }))).status).toBe(200);
    const list = await cs.get(`${customers}/list`, { size: 100, customerLevel: 'gold', ascs: 'customerName' });
    const file = await exported(cs, `${customers}/export`, { columns: ['customerNo', 'customerName', 'customerLevel', 'createTime'], scope: 'all', filters: { customerLevel: 'gold', ascs: 'customerName' }, format: 'xlsx' });
    expect(file.type).toContain('spreadsheetml');
    const [header, ...rows] = await sheetOf(file.bytes);
    expect(header).toEqual(['客户编号', '客户姓名', '客户等级', '创建时间']);
    expect(rows.map((row) => row[0])).toEqual(list.data.records.map((row: { customerNo: string }) => row.customerNo));
    expect(rows.map((row) => row[2])).toEqual(list.data.records.map((row: { _names: { customerLevel: string } }) => row._names.customerLevel));
  });
  it('speaks English to who reads English', async () => {
    const file = await exported((await story.as('as_admin')).inEnglish(), `${customers}/export`, { columns: ['customerNo', 'customerLevel'], scope: 'all', filters: {}, format: 'xlsx' });
    const [header, first] = await sheetOf(file.bytes);
    expect(header).toEqual(['Customer no.', 'Customer level']);
    expect(first[1]).toMatch(/^[A-Z]/);
  });
});
