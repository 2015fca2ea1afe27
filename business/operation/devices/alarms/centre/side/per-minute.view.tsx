import type { ReactElement } from 'react';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AlarmFlow } from '../alarm-flow.calls.ts';

const HEIGHT = 56;
const WIDTH = 280;
const MINUTE_MS = 60_000;
/** If the maximum exceeds the 90th percentile of the minutes by more than this factor, its bar is clipped. */
const CUT_ABOVE = 4;
const LEAST = 4;

/** Return the number of alarms of a full bar, so that one storm does not flatten the other minutes. */
function fullBar(sums: readonly number[]): number {
  const ordinary = sums.toSorted((one, other) => one - other)[Math.floor(sums.length * 0.9)] ?? 0;
  const most = Math.max(LEAST, ...sums);
  return most > Math.max(LEAST, ordinary) * CUT_ABOVE ? Math.max(LEAST, ordinary) * 2 : most;
}

/**
 * Bars of new alarms in each minute of the last hour: listed ones in blue, suppressed ones in violet above. A clipped
 * bar shows its number.
 */
export function PerMinute({ flow }: { flow: AlarmFlow | undefined }): ReactElement {
  const t = useT();
  const minutes = flow?.perMinute ?? [];
  const sum = (name: 'listed' | 'silent'): number => minutes.reduce((all, one) => all + one[name], 0);
  const sums = minutes.map((one) => one.listed + one.silent);
  const most = fullBar(sums);
  const high = (count: number): number => (Math.min(count, most) / most) * HEIGHT;
  const step = WIDTH / Math.max(1, minutes.length);
  const clock = (at: number): string =>
    momentOf(new Date(serverNow().getTime() - (minutes.length - at) * MINUTE_MS)).slice(11, 16);
  const cut = sums.findIndex((one) => one > most && one === Math.max(...sums));
  return (
    <section className="alarm-hour">
      <h2>
        {t(['每分钟触发', 'Raised per minute'])}
        <small className="quiet">{t(['近 60 分', 'last 60 min'])}</small>
        <span className="spring" />
        <small className="quiet">{t([`列出 ${sum('listed')}`, `listed ${sum('listed')}`])}</small>
        <small className="alarm-violet">{t([`抑制 ${sum('silent')}`, `silent ${sum('silent')}`])}</small>
      </h2>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t([
          `近 60 分每分钟触发，列出 ${sum('listed')}，抑制 ${sum('silent')}`,
          `Raised per minute in the last hour: ${sum('listed')} listed, ${sum('silent')} silent`,
        ])}
      >
        {minutes.map(({ listed, silent }, at) => {
          const listedHeight = high(listed);
          const all = high(listed + silent);
          return (
            <g key={at}>
              <rect
                className="alarm-bar"
                x={at * step}
                y={HEIGHT - listedHeight}
                width={step - 1}
                height={listedHeight}
              />
              <rect
                className="alarm-bar-silent"
                x={at * step}
                y={HEIGHT - all}
                width={step - 1}
                height={Math.max(0, all - listedHeight)}
              />
              {listed + silent > most && (
                <line className="alarm-cut" x1={at * step - 1} x2={at * step + step} y1={9} y2={4} />
              )}
            </g>
          );
        })}
      </svg>
      <p className="quiet">
        <span>{clock(0)}</span>
        <span>
          {cut >= 0 &&
            t([
              `${clock(cut)} 共 ${sums[cut]}，抑制 ${minutes[cut].silent}`,
              `${clock(cut)}: ${sums[cut]}, ${minutes[cut].silent} silent`,
            ])}
        </span>
        <span>{clock(minutes.length)}</span>
      </p>
    </section>
  );
}
