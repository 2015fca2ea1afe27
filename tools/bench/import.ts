import { customer } from '#business/maintenance/customers/customer/customer.paper.ts';
import { premises } from '#business/maintenance/customers/premises.paper.ts';
import { sheetWith } from '#kernel/stories/sheets.ts';
import type { Client } from './drive.ts';
import type { Measured } from './report.ts';

export const IMPORTED = 100_000;
const GOAL_SECONDS = 20;
const PATH = customer.path;
const HEAD = ['客户姓名', '手机号', '客户等级', '楼盘', '楼栋', '房号', '详细地址', '备注'];

interface Page { readonly data: { readonly state: string; readonly error: string; readonly counts: Readonly<Record<string, number>> } }

const estates = async (client: Client): Promise<string[]> => {
  const { data } = JSON.parse(await client.ok('GET', `${premises.path}/list?size=50`)) as { data: { records: { premisesName: string }[] } };
  return data.records.map((one) => one.premisesName);
};

/** A customer as a company brings it along: every third lives in a home the house knows. */
function rowOf(n: number, run: number, known: readonly string[]): string[] {
  const estate = n % 3 === 0 ? known[n % known.length] : '';
  return [`批量客户${n}`, `1${3 + (run % 7)}${String(n).padStart(9, '0')}`, n % 7 ? '普通' : '金卡', estate, estate ? `${1 + (n % 40)}栋` : '', estate ? String(101 + n % 30) : '', `龙柏路${n}弄${n % 99}号`, ''];
}

async function settled(client: Client, batch: string): Promise<Page['data']> {
  for (;;) {
    const { data } = JSON.parse(await client.ok('GET', `${PATH}/import/verdict?batch=${batch}&size=1&reasons=0`)) as Page;
    if (!['reading', 'committing', 'rollingBack'].includes(data.state)) return data;
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}

/** A sheet of customers as large as may be sent: from its first byte to its verdicts, from there to its last row, and all of it taken back. */
export async function imports(client: Client, say: (text: string) => void): Promise<Measured[]> {
  say(`import ${IMPORTED.toLocaleString('en')} customers`);
  const known = await estates(client);
  const run = Math.floor(Date.now() / 1000);
  const sheet = await sheetWith([HEAD, ...Array.from({ length: IMPORTED }, (_, n) => rowOf(n, run, known))]);
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => { const began = performance.now(); return [await work(), (performance.now() - began) / 1000]; };
  const form = new FormData();
  form.append('file', new Blob([sheet as BlobPart]), '客户.xlsx');
  const [batch, dry] = await timed(async () => {
    const sent = JSON.parse(await client.upload(`${PATH}/import/upload`, form)) as { data: { batch: string } };
    const { counts } = await settled(client, sent.data.batch);
    if (counts.new !== IMPORTED) throw new Error(`the dry run says ${JSON.stringify(counts)}`);
    return sent.data.batch;
  });
  const [, commit] = await timed(async () => {
    await client.ok('POST', `${PATH}/import/commit`, { batch });
    const { state, counts, error } = await settled(client, batch);
    if (counts.new !== IMPORTED) throw new Error(`${state}: ${JSON.stringify(counts)} ${error}`);
  });
  const [, back] = await timed(async () => {
    await client.ok('POST', `${PATH}/import/rollback`, { batch });
    const { state, counts, error } = await settled(client, batch);
    if (counts.rolledBack !== IMPORTED) throw new Error(`${state}: ${JSON.stringify(counts)} ${error}`);
  });
  const words = (seconds: number): string => `${seconds.toFixed(1)} s`;
  return [
    { name: `import of ${IMPORTED.toLocaleString('en')} customers: dry run ${words(dry)}, commit ${words(commit)}`, goal: `≤ ${GOAL_SECONDS} s together`, met: dry + commit <= GOAL_SECONDS },
    { name: `the same taken back: ${words(back)}`, goal: 'no goal', met: true },
  ];
}
