import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'demo.md');

/** A number of the demo company as docs/demo.md tells it: the range it must lie in, and the statement that asks for it. */
export interface DemoNumber {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  /** It holds a few days after the company began as well. */
  readonly isAlways: boolean;
  readonly sql: string;
}

const [HEAD, ASKED, END] = ['\n### ', '\n\n```sql\n', '\n```'];

/** The parts of the file between the heads of its numbers; the first is what stands before them. */
const parts = (): string[] => readFileSync(FILE, 'utf8').split(HEAD);

/** All numbers, in their order. Under the head of each stands `value · low to high`, and `· always` where it holds from the first days on. */
export const demoNumbers = (): DemoNumber[] =>
  parts()
    .slice(1)
    .map((part) => {
      const [about, rest] = part.split(ASKED);
      const [title, , told] = about.split('\n');
      const [, range, always] = told.split(' · ');
      const [low, high] = range.split(' to ').map(Number);
      return { title, low, high, isAlways: always === 'always', sql: rest.slice(0, rest.indexOf(END)) };
    });

/** What a demo company has for a number now; null where it has nothing to count. `at`: the moment at which its tale ended. */
export async function measured(
  ownerUrl: string,
  numbers: readonly DemoNumber[],
  at: string,
): Promise<(number | null)[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set timezone = 'Asia/Shanghai'");
    const values: (number | null)[] = [];
    for (const { sql } of numbers) {
      const { rows } = await client.query<(string | number | null)[]>({
        text: `select n.* from (${sql}) n where $1::timestamptz is not null`,
        values: [at],
        rowMode: 'array',
      });
      const [value = null] = rows[0] ?? [];
      values.push(value === null ? null : Number(value));
    }
    return values;
  } finally {
    await client.end();
  }
}

/** Does it lie in its range? Where there is nothing to count, no. */
export const isWithin = ({ low, high }: DemoNumber, value: number | null): boolean =>
  value !== null && value >= low && value <= high;

const short = (value: number): string =>
  String(Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** Writes what was measured into docs/demo.md, in the order of `demoNumbers`. */
export function writeNumbers(values: readonly (number | null)[]): void {
  const [before, ...numbers] = parts();
  const written = numbers.map((part, nth) => {
    const value = values[nth] ?? null;
    const at = part.indexOf('\n\n') + 2;
    return value === null ? part : `${part.slice(0, at)}${short(value)}${part.slice(part.indexOf(' · ', at))}`;
  });
  writeFileSync(FILE, [before, ...written].join(HEAD));
}
