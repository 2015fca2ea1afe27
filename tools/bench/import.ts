import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { sheetWith } from '#kernel/testing/sheets.ts';
import type { Client } from './drive.ts';
import type { Measured } from './report.ts';

const IMPORTED = 100_000;
/**
 * Number of rows of the smaller sheet, which is saved. Each row is saved like one that a person types, so saving the
 * largest sheet would take too long.
 */
const SAVED = 5_000;
const GOAL_SECONDS = 20;
const PATH = customer.path;
const HEAD = ['客户姓名', '手机号', '客户等级', '楼盘', '楼栋', '房号', '详细地址', '备注'];

interface Page {
  readonly data: { readonly state: string; readonly error: string; readonly counts: Readonly<Record<string, number>> };
}

const estates = async (client: Client): Promise<string[]> => {
  const { data } = JSON.parse(await client.ok('GET', `${premises.path}/list?size=50`)) as {
    data: { records: { premisesName: string }[] };
  };
  return data.records.map((one) => one.premisesName);
};

/** Return the cells of a customer in the sheet; every third has a home in known premises. */
function rowOf(n: number, run: number, known: readonly string[]): string[] {
  const estate = n % 3 === 0 ? known[n % known.length] : '';
  return [
    `批量客户${n}`,
    `1${3 + (run % 7)}${String(n).padStart(9, '0')}`,
    n % 7 ? '普通' : '金卡',
    estate,
    estate ? `${1 + (n % 40)}栋` : '',
    estate ? String(101 + (n % 30)) : '',
    `龙柏路${n}弄${n % 99}号`,
    '',
  ];
}

async function settled(client: Client, batch: string): Promise<Page['data']> {
  for (;;) {
    const { data } = JSON.parse(
      await client.ok('GET', `${PATH}/import/verdict?batch=${batch}&size=1&reasons=0`),
    ) as Page;
    if (!['reading', 'committing', 'rollingBack'].includes(data.state)) return data;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

/** Upload a sheet of customers. Return the id of its batch, and the duration of upload and dry run in seconds. */
async function read(
  client: Client,
  rows: number,
  run: number,
  known: readonly string[],
): Promise<[batch: string, seconds: number]> {
  const sheet = await sheetWith([HEAD, ...Array.from({ length: rows }, (_, n) => rowOf(n, run, known))]);
  const form = new FormData();
  form.append('file', new Blob([sheet as BlobPart]), '客户.xlsx');
  return timed(async () => {
    const sent = JSON.parse(await client.upload(`${PATH}/import/upload`, form)) as { data: { batch: string } };
    const { counts } = await settled(client, sent.data.batch);
    if (counts.new !== rows) throw new Error(`the dry run says ${JSON.stringify(counts)}`);
    return sent.data.batch;
  });
}

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work(), (performance.now() - began) / 1000];
};

/**
 * Measure the dry run of the largest sheet, from the upload to the result of each row. With a smaller sheet measure
 * saving and roll back per row.
 */
export async function imports(client: Client, say: (text: string) => void): Promise<Measured[]> {
  say(`import ${IMPORTED.toLocaleString('en')} customers`);
  const known = await estates(client);
  const run = Math.floor(Date.now() / 1000);
  const [, dry] = await read(client, IMPORTED, run, known);
  const [batch] = await read(client, SAVED, run + 1, known);
  const finished = (call: string, key: string): Promise<[void, number]> =>
    timed(async () => {
      await client.ok('POST', `${PATH}/import/${call}`, { batch });
      const { state, counts, error } = await settled(client, batch);
      if (counts[key] !== SAVED) throw new Error(`${state}: ${JSON.stringify(counts)} ${error}`);
    });
  const [, commit] = await finished('commit', 'new');
  const [, back] = await finished('rollback', 'rolledBack');
  const whole = dry + commit * (IMPORTED / SAVED);
  return [
    {
      name: `import of ${IMPORTED.toLocaleString('en')} customers: dry run ${dry.toFixed(1)} s`,
      goal: `≤ ${GOAL_SECONDS} s`,
      met: dry <= GOAL_SECONDS,
    },
    {
      name: `the same with its rows saved: ${whole.toFixed(0)} s, ${((commit / SAVED) * 1000).toFixed(1)} ms a row (by ${SAVED.toLocaleString('en')}); taken back ${((back / SAVED) * 1000).toFixed(1)} ms a row`,
      goal: `≤ ${GOAL_SECONDS} s`,
      met: whole <= GOAL_SECONDS,
    },
  ];
}
