import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#kernel/server/time/clock.ts';
import type { Cost } from './drive.ts';

/** One measured operation, with its goal in words and, where there is one, the bare limit of the same run. */
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
  '# Measured\n\nWritten by `npm run bench`, `npm run bench:web` and `npm run bench:demo`. CPU is per operation, of the process named; times of a saturated machine. Ratios and CPU compare between runs, absolute times do not.\n';

/** Writes a section of docs/measured.md in place of the former one of the same title. */
export function writeSection(projectDir: string, title: string, lines: readonly string[]): void {
  const file = join(projectDir, 'docs', 'measured.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD;
  const parts = before.split(/(?=^## )/m).map((part) => part.trimEnd());
  const section = [`## ${title}`, '', ...lines].join('\n').trimEnd();
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  writeFileSync(file, `${parts.toSpliced(at < 0 ? parts.length : at, at < 0 ? 0 : 1, section).join('\n\n')}\n`);
  console.log(section);
}

/** Operations as rows of a table. */
export const markdownTable = (rows: readonly Measured[]): string[] => [
  '| operation | Node ms | PostgreSQL ms | p50 ms | p99 ms | ratio to the limit | goal | |',
  '|---|--:|--:|--:|--:|--:|---|---|',
  ...rows.map(line),
];

/** The dated table of what the server costs. */
export function writeReport(
  projectDir: string,
  title: string,
  how: string,
  rows: readonly Measured[],
  after: readonly string[],
): void {
  const day = new Date(systemClock.ms()).toISOString().slice(0, 10);
  writeSection(projectDir, title, [
    `${day}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}. ${how}`,
    '',
    ...markdownTable(rows),
    '',
    ...after,
  ]);
}
