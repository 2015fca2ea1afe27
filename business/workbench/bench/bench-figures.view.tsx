import { lastOf } from '#kernel/language/must.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import { readBenchFigures } from '../work.calls.ts';
import { targetState, figureWords } from './bench-words.rules.ts';

const [WIDTH, HEIGHT] = [110, 32];

/** The past of a figure as a line, with its target dashed. */
function PastLine({ values, target }: { values: readonly (number | null)[]; target: number }): ReactElement | null {
  const there = values.filter((one) => one !== null);
  if (there.length < 3) return null;
  const [low, high] = [Math.min(target, ...there), Math.max(target, ...there)];
  const x = (at: number): number => 2 + (at / (values.length - 1)) * (WIDTH - 6);
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6);
  const points = values.flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)},${y(value).toFixed(1)}`]));
  const last = values.findLastIndex((value) => value !== null);
  const newest = lastOf(there);
  return (
    <svg className="bench-past" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      <line x1={2} x2={WIDTH - 4} y1={y(target)} y2={y(target)} strokeDasharray="3 3" strokeWidth={1} />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <circle cx={x(last)} cy={y(newest)} r={3} />
    </svg>
  );
}

function Figure({ of }: { of: BenchFigure }): ReactElement {
  const t = useT();
  const state = targetState(of);
  const [first, ...others] = of.links;
  return (
    <article className="bench-figure" data-figure={of.name} data-good={state?.isGood}>
      <header>
        <Link to={first.to}>{t(of.label)}</Link>
        {state && (
          <em>
            <i className="bench-mark" data-tone={state.isGood ? 'good' : 'amber'} aria-hidden />
            <span className="bench-full">{t(state.words)}</span>
            <span className="bench-short">{t(state.short)}</span>
          </em>
        )}
      </header>
      <div>
        <b>{t(figureWords(of))}</b>
        <small>{t(of.ofWords)}</small>
        <span className="spring" />
        <PastLineLabel of={of} />
      </div>
      <p title={t(of.because)}>
        {t(of.because)}
        {others.length > 0 && (
          <span className="bench-parts">
            {of.links.map((link) => (
              <Link key={link.to} to={link.to}>
                {t(link.label)} {link.rows}
              </Link>
            ))}
          </span>
        )}
      </p>
    </article>
  );
}

function PastLineLabel({ of: { series, span, target } }: { of: BenchFigure }): ReactElement | null {
  const t = useT();
  if (series.filter((one) => one !== null).length < 3) return null;
  return (
    <>
      <small className="quiet">{t(span)}</small>
      <PastLine values={series} target={target} />
    </>
  );
}

/** The figures that the role can move, in one card. */
export function BenchFigures(): ReactElement | null {
  const t = useT();
  const { data, isError, refetch } = useCall(readBenchFigures, {}, { quiet: true, refetchInterval: 60_000 });
  if (data?.figures.length === 0 && data.failed.length === 0) return null;
  const isLost = (isError && !data) || (data?.failed.length ?? 0) > 0;
  return (
    <section className="bench-figures" aria-label={t(['三个数', 'Figures'])} aria-busy={!data && !isError}>
      {data
        ? data.figures.map((one) => <Figure key={one.name} of={one} />)
        : isError
          ? null
          : [0, 1, 2].map((at) => (
              <article key={at} className="bench-figure">
                <i className="skeleton" style={{ width: 90 }} />
                <i className="skeleton" style={{ width: 160, height: 24 }} />
                <i className="skeleton" style={{ width: 240 }} />
              </article>
            ))}
      {isLost && (
        <p className="bench-lost" role="alert">
          {t(['有数没读到', 'Some figures were not read'])}{' '}
          <button type="button" className="bench-verb" onClick={() => void refetch()}>
            {t(['再试', 'Try again'])}
          </button>
        </p>
      )}
    </section>
  );
}
