import { systemClock } from '#kernel/server/time/clock.ts';
import { writeSection } from './report.ts';
import type { WebFigure } from './web-measure.ts';

/** The dated table of the client's figures. */
export function writeWebReport(projectDir: string, figures: readonly WebFigure[]): void {
  const day = new Date(systemClock.ms()).toISOString().slice(0, 10);
  const lines = figures.map(({ name, unit, value, bare, goal, met }) => `| ${name} | ${value.toFixed(unit === 'MB' ? 1 : 0)} ${unit} | ${bare ? `${(value / bare).toFixed(2)} × a bare page (${bare.toFixed(0)} ms)` : ''} | ${goal} | ${met ? '✓' : '✗'} |`);
  writeSection(projectDir, 'Web client', [`${day}, CPU slowed four times, first loads also on Slow 4G (562 ms, 1.44 Mbit/s), medians of three loads and nine gestures, demo company, as customer service.`, '',
    '| figure | value | ratio | goal | |', '|---|--:|---|---|---|', ...lines]);
}
