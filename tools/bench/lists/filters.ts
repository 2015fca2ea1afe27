import { lastOf } from '#kernel/language/must.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Client, type Cost, drive } from '../drive.ts';
import type { BenchRun } from '../operations.ts';
import type { Measured } from '../report.ts';

const LINES = 16;
const SECONDS = 6;
/** Maximum time of a filtered list, relative to the list without a filter. */
const RATIO = 2;

type Row = Readonly<Record<string, unknown>>;

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !Array.isArray(value) && typeof value !== 'object';

/**
 * Return a query for each filter of the paper, with a value of one of these rows; in a range it is the lower bound. For
 * moments and days, add a query for that day alone.
 */
function queriesOf(paper: AnyPaper, rows: readonly Row[]): string[] {
  return fieldsOf(paper).flatMap(([name, field]): string[] => {
    const value = rows.map((row) => row[name]).find(isFilled);
    // The value of a masked field has asterisks; search for the digits behind them.
    if (!field.filter || value === undefined) return [];
    if (field.filter !== 'range') return [`${name}=${encodeURIComponent(lastOf(String(value).split('*')))}`];
    const text = encodeURIComponent(String(value).slice(0, 10));
    if (!kindOf(field).time) return [`${name}_ge=${text}`];
    return [`${name}_dategt=${text}&${name}_datelt=${text}`, `${name}_dategt=${text}`];
  });
}

/** Return whether the server answers this filter. On a large list it refuses filters without an index. */
async function isAnswered(client: Client, path: string): Promise<boolean> {
  const { status, text } = await client.send('GET', path);
  if (status !== 200 && !text.includes('row.filterTooWide'))
    throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return status === 200;
}

const whole = ({ nodeMs, databaseMs }: Cost): number => nodeMs + databaseMs;

/**
 * Measure a list with each filter of its definition and with additional ones. First all of them run mixed in concurrent
 * loops, beside the list without a filter. Then each alternates with that list, which finds the most expensive one by
 * CPU.
 */
export async function listByFilters(
  bench: Pick<BenchRun, 'pids' | 'say'>,
  client: Client,
  paper: AnyPaper,
  { title, more = [] }: { readonly title: string; readonly more?: readonly string[] },
): Promise<Measured> {
  const { data } = JSON.parse(await client.ok('GET', `${paper.path}/list?size=200`)) as { data: { records: Row[] } };
  const pathOf = (query: string): string => `${paper.path}/list?current=1&size=10&${query}`;
  const queries: string[] = [];
  const refused: string[] = [];
  for (const query of [...queriesOf(paper, data.records), ...more])
    ((await isAnswered(client, pathOf(query))) ? queries : refused).push(query);
  bench.say(`refused: ${refused.join('  ') || 'none'}`);
  bench.say(`${title} by each of ${queries.length} filters`);
  const measure = (seconds: number, of: readonly string[]): Promise<Cost> =>
    drive(bench.pids, LINES, seconds, async (line, n) => {
      await client.ok('GET', pathOf(of[(line + n) % of.length]));
    });
  const cost = await measure(SECONDS, queries);
  const plain = await measure(SECONDS, ['']);
  const ratios: { readonly query: string; readonly ratio: number }[] = [];
  for (const query of queries) {
    const beside = await measure(SECONDS / 12, ['']);
    const ratio = whole(await measure(SECONDS / 6, [query])) / whole(beside);
    ratios.push({ query, ratio });
    bench.say(`${ratio.toFixed(2)} × ${query}`);
  }
  const [worst] = ratios.toSorted((one, other) => other.ratio - one.ratio);
  const ratio = cost.p99 / plain.p99;
  return {
    name: `${title} by each of ${queries.length} filters, p99 ${ratio.toFixed(2)} × that of the plain list (${plain.p99.toFixed(1)} ms)`,
    goal: `≤ ${RATIO} ×`,
    cost,
    met: ratio <= RATIO,
    note: `dearest ${worst.ratio.toFixed(2)} × its CPU: ${worst.query}`,
  };
}
