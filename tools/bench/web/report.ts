import { cpus, loadavg } from 'node:os';
import { systemClock } from '#kernel/server/time/clock.ts';
import { writeSection } from '../report.ts';
import type { WebFigure } from './figure.ts';

const DIGITS = { ms: 0, fps: 0, MB: 1, '': 3 } as const;

const FULL_SPEED = ', at full speed';

const told = ({ unit, value, bare, goal, met }: WebFigure): string =>
  `${value.toFixed(DIGITS[unit])} ${unit}${bare ? `, ${(value / bare).toFixed(2)} × a bare page (${bare.toFixed(0)} ms)` : ''} | ${goal} | ${met ? '✓' : '✗'}`;

/** Figures as rows of a table, each beside what it is on a processor that is not slowed. */
export function webTable(figures: readonly WebFigure[]): string[] {
  const fast = new Map(figures.map((one) => [one.name, one]));
  return [
    '| figure | value | goal | | at full speed | goal | |',
    '|---|--:|---|---|--:|---|---|',
    ...figures
      .filter(({ name }) => !name.endsWith(FULL_SPEED))
      .map((one) => {
        const other = fast.get(`${one.name}${FULL_SPEED}`);
        return `| ${one.name} | ${told(one)} | ${other ? told(other) : ' | | '} |`;
      }),
    ...figures
      .filter(({ name }) => name.endsWith(FULL_SPEED) && !fast.has(name.slice(0, -FULL_SPEED.length)))
      .map((one) => `| ${one.name.slice(0, -FULL_SPEED.length)} | | | | ${told(one)} |`),
  ];
}

/** The dated table of the client's figures. */
export function writeWebReport(projectDir: string, figures: readonly WebFigure[]): void {
  const day = new Date(systemClock.ms()).toISOString().slice(0, 10);
  writeSection(projectDir, 'Web client', [
    `${day}, ${cpus().length} cores with a load of ${loadavg()[2].toFixed(1)} in these fifteen minutes, CPU slowed four times where nothing else is said, starts also on Slow 4G (562 ms, 1.44 Mbit/s); medians of three starts, of nine gestures, of three scrolls and of six switches; demo company, as customer service.`,
    '',
    ...webTable(figures),
    '',
    'What first screens weigh is held by `npm run check` (`tools/check/web-weight.ts`, below the limits of §9); that axe calls nothing on a screen a serious or critical barrier, by the tests of screens (`kernel/testing/screens/axe.ts`).',
  ]);
}
