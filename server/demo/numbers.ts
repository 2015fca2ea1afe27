import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'demo.md');

/** A figure of the demo company in docs/demo.md: its title, its permitted range, and its SQL statement. */
export interface DemoNumber {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  /** True if the range already holds after a few days of business. */
  readonly isAlways: boolean;
  /** True if the range holds only in the months for which the company was made. */
  readonly isOfSeason: boolean;
  readonly sql: string;
}

const [HEAD, ASKED, END] = ['\n### ', '\n\n```sql\n', '\n```'];

/** Return the parts of docs/demo.md: the text before all figures, then one part per figure. */
const parts = (): string[] => readFileSync(FILE, 'utf8').split(HEAD);

/**
 * Return all figures in their order. The line below each title is `value · low to high`. The words `always` and
 * `season` follow where they apply.
 */
export const demoNumbers = (): DemoNumber[] =>
  parts()
    .slice(1)
    .map((part) => {
      const [about, rest] = part.split(ASKED);
      const [title, , values] = about.split('\n');
      const [, range, ...marks] = values.split(' · ');
      const [low, high] = range.split(' to ').map(Number);
      return {
        title,
        low,
        high,
        isAlways: marks.includes('always'),
        isOfSeason: marks.includes('season'),
        sql: rest.slice(0, rest.indexOf(END)),
      };
    });

/**
 * Return the value of each figure in a database, null if there is nothing to count. `at` is the end of its demo run.
 */
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

/** Return whether a value is in the permitted range; null is not. */
export const isWithin = ({ low, high }: DemoNumber, value: number | null): boolean =>
  value !== null && value >= low && value <= high;

const short = (value: number): string =>
  String(Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** Write measured values into docs/demo.md, in the order of `demoNumbers`. */
export function writeNumbers(values: readonly (number | null)[]): void {
  const [before, ...numbers] = parts();
  const written = numbers.map((part, nth) => {
    const value = values[nth] ?? null;
    const at = part.indexOf('\n\n') + 2;
    return value === null ? part : `${part.slice(0, at)}${short(value)}${part.slice(part.indexOf(' · ', at))}`;
  });
  writeFileSync(FILE, [before, ...written].join(HEAD));
}
