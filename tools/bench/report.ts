import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#kernel/server/time/clock.ts';
import type { Cost } from './drive.ts';

/** A measured operation with its goal as text; `limit` is the cost of its bare statements in the same run. */
export interface Measured {
  readonly name: string;
  readonly goal: string;
  readonly cost?: Cost;
  readonly limit?: Cost;
  readonly note?: string;
  readonly met: boolean;
}

const ms = (value: number): string => value.toFixed(2);

const line = ({ name, goal, cost, limit, note = '', met }: Measured): string =>
  cost
    ? `| ${name} | ${ms(cost.nodeMs)} | ${ms(cost.databaseMs)} | ${ms(cost.p50)} | ${ms(cost.p99)} | ${limit ? (cost.perSecond / limit.perSecond).toFixed(2) : ''} | ${goal} | ${met ? '✓' : '✗'} ${note} |`
    : `| ${name} | | | | | | ${goal} | ${met ? '✓' : '✗'} ${note} |`;

const HEAD =
  '# Measured\n\nWritten by `npm run bench`, `npm run bench:web` and `npm run bench:demo`. CPU is per operation, of the process named; times are of a saturated machine.\nRatios and CPU compare between runs on one machine; absolute times do not. Git has what was measured before.\n';

/** Return a table with date, command, machine and conditions of a section. */
export const conditionsTable = (command: string, conditions: string, load = loadavg()[0]): string[] => [
  '| date | command | machine | conditions |',
  '|---|---|---|---|',
  `| ${new Date(systemClock.ms()).toISOString().slice(0, 10)} | \`${command}\` | ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, load ${load.toFixed(1)} | ${conditions} |`,
  '',
];

/** Return a table of single values; `isMet` is absent for a value without a goal. */
export const valuesTable = (
  rows: readonly { readonly name: string; readonly value: string; readonly goal?: string; readonly isMet?: boolean }[],
): string[] => [
  '| operation | value | goal | |',
  '|---|---|---|---|',
  ...rows.map(
    ({ name, value, goal = '', isMet }) =>
      `| ${name} | ${value} | ${goal} | ${isMet === undefined ? '' : isMet ? '✓' : '✗'} |`,
  ),
];

/** Write a section of docs/measured.md in place of the earlier one of the same title. */
export function writeSection(projectDir: string, title: string, lines: readonly string[]): void {
  const file = join(projectDir, 'docs', 'measured.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD;
  const parts = before.split(/(?=^## )/m).map((part) => part.trimEnd());
  const section = [`## ${title}`, '', ...lines].join('\n').trimEnd();
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  writeFileSync(file, `${parts.toSpliced(at < 0 ? parts.length : at, at < 0 ? 0 : 1, section).join('\n\n')}\n`);
  console.log(section);
}

/** Return a table of operations, one row each. */
export const markdownTable = (rows: readonly Measured[]): string[] => [
  '| operation | Node ms | PostgreSQL ms | p50 ms | p99 ms | ratio to the limit | goal | |',
  '|---|--:|--:|--:|--:|--:|---|---|',
  ...rows.map(line),
];

/**
 * Write a section of docs/measured.md with conditions and operations of `npm run bench`, followed by the lines `after`.
 */
export function writeReport(
  projectDir: string,
  title: string,
  conditions: string,
  rows: readonly Measured[],
  after: readonly string[],
): void {
  writeSection(projectDir, title, [
    ...conditionsTable('npm run bench', conditions),
    ...markdownTable(rows),
    '',
    ...after,
  ]);
}
