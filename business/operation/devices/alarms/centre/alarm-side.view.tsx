import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { suppressType } from '#business/iot/alarms/dictionaries.ts';
import type { AlarmFlow } from './alarm-flow.calls.ts';

const HEIGHT = 44;
const WIDTH = 272;

/** How many came each minute of the last hour: told ones in blue, silent ones in violet on top. */
function PerMinute({ flow }: { flow: AlarmFlow }): ReactElement {
  const t = useT();
  const most = Math.max(4, ...flow.perMinute.map((one) => one.listed + one.silent));
  const high = (count: number): number => (count / most) * HEIGHT;
  const step = WIDTH / flow.perMinute.length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t(['每分钟触发', 'Raised per minute'])}
    >
      {flow.perMinute.map(({ listed, silent }, at) => (
        <g key={at}>
          <rect className="alarm-bar" x={at * step} y={HEIGHT - high(listed)} width={step - 1} height={high(listed)} />
          <rect
            className="alarm-bar-silent"
            x={at * step}
            y={HEIGHT - high(listed + silent)}
            width={step - 1}
            height={high(silent)}
          />
        </g>
      ))}
    </svg>
  );
}

/** Beside the list: what came in the last hour, and what stays silent and why. */
export function AlarmSide({ flow }: { flow: AlarmFlow | undefined }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const sum = (name: 'listed' | 'silent'): number => (flow?.perMinute ?? []).reduce((all, one) => all + one[name], 0);
  const silent = (flow?.silent ?? []).reduce((all, one) => all + one.count, 0);
  return (
    <aside className="alarm-side">
      <section>
        <header>
          <h2>{t(['每分钟触发', 'Raised per minute'])}</h2>
          <small className="quiet">
            {t([
              `近 60 分，列出 ${sum('listed')}，抑制 ${sum('silent')}`,
              `Last hour: ${sum('listed')} told, ${sum('silent')} silent`,
            ])}
          </small>
        </header>
        {flow && <PerMinute flow={flow} />}
      </section>
      <section>
        <header>
          <h2>{t(['抑制中', 'Silent now'])}</h2>
          <small className="quiet">{t([`${silent} 条，不响不派`, `${silent}, not told`])}</small>
        </header>
        {flow?.silent.length === 0 && <p className="quiet">{t(['没有被抑制的告警', 'No alarm is silent'])}</p>}
        <ul>
          {flow?.silent.map((one) => (
            <li key={one.by}>
              <Link to={`/iot/alarmRecord?alarmStatus=suppressed&suppressedBy=${one.by}`}>
                <KeyWord of={suppressType} value={one.by} />
              </Link>
              <b>{one.count}</b>
              <small className="quiet">
                {t([`${shortMoment(one.oldest, language)} 起`, `since ${shortMoment(one.oldest, language)}`])}
              </small>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
