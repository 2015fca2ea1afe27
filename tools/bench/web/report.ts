import { loadavg } from 'node:os';
import { conditionsTable, writeSection } from '../report.ts';
import type { WebFigure } from './figure.ts';

const DIGITS = { ms: 0, fps: 0, MB: 1, '': 3 } as const;

const FULL_SPEED = ', at full speed';

const cellsOf = ({ unit, value, bare, goal, met }: WebFigure): string =>
  `${value.toFixed(DIGITS[unit])} ${unit}${bare ? `, ${(value / bare).toFixed(2)} × a bare page (${bare.toFixed(0)} ms)` : ''} | ${goal} | ${met ? '✓' : '✗'}`;

/** Return figures as rows of a table, each beside its value on an unthrottled processor. */
export function webTable(figures: readonly WebFigure[]): string[] {
  const fast = new Map(figures.map((one) => [one.name, one]));
  return [
    '| figure | value | goal | | at full speed | goal | |',
    '|---|--:|---|---|--:|---|---|',
    ...figures
      .filter(({ name }) => !name.endsWith(FULL_SPEED))
      .map((one) => {
        const other = fast.get(`${one.name}${FULL_SPEED}`);
        return `| ${one.name} | ${cellsOf(one)} | ${other ? cellsOf(other) : ' | | '} |`;
      }),
    ...figures
      .filter(({ name }) => name.endsWith(FULL_SPEED) && !fast.has(name.slice(0, -FULL_SPEED.length)))
      .map((one) => `| ${one.name.slice(0, -FULL_SPEED.length)} | | | | ${cellsOf(one)} |`),
  ];
}

/** Write the dated table of the client's figures into docs/measured.md. */
export function writeWebReport(projectDir: string, figures: readonly WebFigure[]): void {
  writeSection(projectDir, 'Web client', [
    ...conditionsTable(
      'npm run bench:web',
      [
        'CPU slowed four times unless marked, starts also on Slow 4G (562 ms, 1.44 Mbit/s).',
        'Medians of three starts, nine gestures, three scrolls, six switches.',
        'Demo company, as customer service. Load over fifteen minutes.',
      ].join(' '),
      loadavg()[2],
    ),
    ...webTable(figures),
  ]);
}
