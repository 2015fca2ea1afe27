import { lastOf } from '#kernel/language/must.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Client, type Cost, drive } from '../drive.ts';
import type { BenchRun } from '../operations.ts';
import type { Measured } from '../report.ts';

const LINES = 16;
const SECONDS = 6;
/** So many times the plain list may one with a filter take. */
const RATIO = 2;

type Row = Readonly<Record<string, unknown>>;

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !Array.isArray(value) && typeof value !== 'object';

/** Each filter that the definition allows, asked for a value that stands in one of these rows; a range from it on and, of moments and days, that day alone. */
function queriesOf(paper: AnyPaper, rows: readonly Row[]): string[] {
  return fieldsOf(paper).flatMap(([name, field]): string[] => {
    const value = rows.map((row) => row[name]).find(isFilled);
    // What is masked in a list is found by its last four digits.
    if (!field.filter || value === undefined) return [];
    if (field.filter !== 'range') return [`${name}=${encodeURIComponent(lastOf(String(value).split('*')))}`];
    const text = encodeURIComponent(String(value).slice(0, 10));
    if (!kindOf(field).time) return [`${name}_ge=${text}`];
    return [`${name}_dategt=${text}&${name}_datelt=${text}`, `${name}_dategt=${text}`];
  });
}

/** A filter that has no index is refused where a large list is asked for it alone. */
async function isAnswered(client: Client, path: string): Promise<boolean> {
  const { status, text } = await client.send('GET', path);
  if (status !== 200 && !text.includes('row.filterTooWide'))
    throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return status === 200;
}

const whole = ({ nodeMs, databaseMs }: Cost): number => nodeMs + databaseMs;

/**
 * A list by each filter of its definition and by those given, all of them mixed on all lines beside the plain list; then each by itself, by
 * turns with the plain list, which tells the dearest by its CPU.
 */
export async function listByFilters(
  bench: BenchRun,
  client: Client,
  paper: AnyPaper,
  { title, more = [] }: { readonly title: string; readonly more?: readonly string[] },
): Promise<Measured> {
  const { data } = JSON.parse(await client.ok('GET', `${paper.path}/list?size=200`)) as { data: { records: Row[] } };
  const pathOf = (query: string): string => `${paper.path}/list?current=1&size=10&${query}`;
  const queries: string[] = [];
  for (const query of [...queriesOf(paper, data.records), ...more])
    if (await isAnswered(client, pathOf(query))) queries.push(query);
  bench.say(`${title} by each of ${queries.length} filters`);
  const asked = (seconds: number, of: readonly string[]): Promise<Cost> =>
    drive(bench.pids, LINES, seconds, async (line, n) => {
      await client.ok('GET', pathOf(of[(line + n) % of.length]));
    });
  const cost = await asked(SECONDS, queries);
  const plain = await asked(SECONDS, ['']);
  const ratios: { readonly query: string; readonly ratio: number }[] = [];
  for (const query of queries) {
    const beside = await asked(SECONDS / 12, ['']);
    const ratio = whole(await asked(SECONDS / 6, [query])) / whole(beside);
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
