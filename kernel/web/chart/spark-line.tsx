import { lastOf } from '#kernel/language/must.ts';
import type { ReactElement } from 'react';
import './spark-line.css';

interface SparkProps {
  readonly values: readonly (number | null)[];
  readonly width?: number;
  readonly height?: number;
}

/**
 * A small line of the last values beside a figure, with gaps for missing values. Screen readers skip it, because they
 * read the figure. SVG attributes set the line style, because without a style sheet SVG would fill the shape in black.
 */
export function SparkLine({ values, width = 44, height = 20 }: SparkProps): ReactElement | null {
  const there = values.filter((one) => one !== null);
  if (there.length < 3) return null;
  const low = Math.min(...there);
  const high = Math.max(...there);
  const x = (at: number): number => 2 + (at / (values.length - 1)) * (width - 4);
  const y = (value: number): number =>
    high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * (height - 4);
  const runs: string[][] = [[]];
  values.forEach((value, at) => {
    if (value === null) runs.push([]);
    else lastOf(runs).push(`${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  });
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className="spark-line" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      {runs
        .filter((run) => run.length > 1)
        .map((run) => (
          <polyline key={run[0]} points={run.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.2} />
        ))}
      <circle cx={x(last)} cy={y(values[last]!)} r={1.8} fill="currentColor" />
    </svg>
  );
}
