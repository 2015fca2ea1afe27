import type { ReactElement } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { dayHeading } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { rankedHome } from '../ranking.calls.ts';
import type { RankSpec } from '../rank-spec.rules.ts';

type Days = CallAnswer<typeof rankedHome>['days'];

const WIDTH = 330;
const HEIGHT = 190;
const LEFT = 34;
const BOTTOM = 24;
const TICKS = 4;

/** Return round ticks over a span. */
function ticksOf(low: number, high: number): number[] {
  const rough = (high - low || 1) / (TICKS + 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step + 1e-9) + 1 }, (_, at) => first + at * step);
}

interface BandPoint {
  readonly x: number;
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
}

/** Return one point of the band for each degree, or day: the mean over its days. */
function banded(points: readonly BandPoint[]): BandPoint[] {
  const groups = new Map<number, BandPoint[]>();
  for (const point of points) {
    const place = Math.round(point.x);
    groups.set(place, [...(groups.get(place) ?? []), point]);
  }
  return [...groups].map(([place, some]) => {
    const mean = (of: 'lower' | 'middle' | 'upper'): number =>
      some.reduce((all, point) => all + point[of], 0) / some.length;
    return { x: place, lower: mean('lower'), middle: mean('middle'), upper: mean('upper') };
  });
}

/**
 * Days of a device as dots over the outdoor temperature, or over the date without one, on the band of similar homes.
 * Days since it is bad are filled.
 */
export function RankDots({ days, since, spec }: { days: Days; since: string | null; spec: RankSpec }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const isByWeather = spec.isWeather && days.some((day) => day.outdoor !== null);
  const points = days
    .flatMap((day) => {
      const place = isByWeather ? day.outdoor : Number(day.day.slice(8));
      return place === null ? [] : [{ ...day, x: place }];
    })
    .toSorted((one, other) => one.x - other.x);
  const known = points.flatMap(({ x: place, lower, middle, upper }) =>
    lower === null || middle === null || upper === null ? [] : [{ x: place, lower, middle, upper }],
  );
  const band = banded(known);
  const ys = [...points.map((point) => point.value), ...band.flatMap((point) => [point.lower, point.upper])];
  const xs = points.map((point) => point.x);
  const [x0, x1] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
  const room = (Math.max(...ys) - Math.min(...ys)) * 0.12 || Math.max(...ys) * 0.1 || 1;
  const [y0, y1] = [Math.max(0, Math.min(...ys) - room), Math.max(...ys) + room];
  const x = (value: number): number => LEFT + ((value - x0) / (x1 - x0)) * (WIDTH - LEFT - 8);
  const y = (value: number): number => 8 + ((y1 - value) / (y1 - y0)) * (HEIGHT - BOTTOM - 8);
  const at = (value: number, of: number): string => `${x(of).toFixed(1)},${y(value).toFixed(1)}`;
  const bad = points.filter((point) => since !== null && point.day >= since);
  return (
    <figure className="rank-dots">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t([
          `${days.length} 天，其中 ${bad.length} 天差`,
          `${days.length} days, ${bad.length} of them poor`,
        ])}
      >
        {ticksOf(y0, y1).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} className="rank-grid" />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {Number(tick.toFixed(2))}
            </text>
          </g>
        ))}
        {ticksOf(x0, x1)
          .filter((tick) => Number.isInteger(tick))
          .map((tick) => (
            <text key={tick} x={x(tick)} y={HEIGHT - 6} textAnchor="middle">
              {tick}
              {isByWeather ? '℃' : ''}
            </text>
          ))}
        {band.length > 1 && (
          <>
            <polygon
              className="rank-band"
              points={[
                ...band.map((point) => at(point.upper, point.x)),
                ...band.toReversed().map((point) => at(point.lower, point.x)),
              ].join(' ')}
            />
            <polyline className="rank-middle" points={band.map((point) => at(point.middle, point.x)).join(' ')} />
          </>
        )}
        {points.map((point) => (
          <circle
            key={point.day}
            cx={x(point.x)}
            cy={y(point.value)}
            r={4}
            data-bad={(since !== null && point.day >= since) || undefined}
          >
            <title>{`${dayHeading(point.day, language)} ${point.value.toFixed(spec.decimals)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span>{t(['灰带：相似家庭的中间一半', 'Band: middle half of similar homes'])}</span>
        {since && bad.length > 0 && (
          <b>
            {t([
              `${dayHeading(since, 'zh')}起 ${bad.length} 天`,
              `${bad.length} days since ${dayHeading(since, 'en')}`,
            ])}
          </b>
        )}
      </figcaption>
    </figure>
  );
}
