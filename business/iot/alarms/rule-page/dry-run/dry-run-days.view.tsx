import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { DryRunOutcome } from '../../dry-run/dry-run.calls.ts';

const HEIGHT = 96;
const ROOM = 16;
/** Maximal width of the bars of a day (pixels). */
const WIDEST = 44;

/**
 * Bars that show how often the rule would have fired on each day: the draft in blue, the running version in grey behind
 * it.
 */
export function DryRunDays({ outcome }: { outcome: DryRunOutcome }): ReactElement {
  const t = useT();
  const { perDay } = outcome;
  const most = Math.max(1, ...perDay.map((one) => Math.max(one.draft, one.running ?? 0)));
  const high = (count: number): number => (count / most) * (HEIGHT - ROOM);
  return (
    <section className="dry-days">
      <h2>
        {t(['每天', 'A day'])}
        <small className="quiet">{t(['次', 'times'])}</small>
        <span className="spring" />
        <small className="dry-draft">{t(['草稿', 'Draft'])}</small>
        {outcome.running && <small className="quiet">{t(['运行中', 'Running'])}</small>}
      </h2>
      <ol style={{ gridTemplateColumns: `repeat(${perDay.length}, minmax(0, ${WIDEST}px))` }}>
        {perDay.map(({ day, draft, running }, at) => (
          <li
            key={day}
            title={t([
              `${day}：草稿 ${draft} 次${running === null ? '' : `，运行中 ${running} 次`}`,
              `${day}: draft ${draft}${running === null ? '' : `, running ${running}`}`,
            ])}
          >
            <span style={{ height: HEIGHT }}>
              {running !== null && running > 0 && (
                <i style={{ height: high(running) }}>
                  <small>{perDay.length <= 10 ? running : ''}</small>
                </i>
              )}
              {draft > 0 && (
                <b style={{ height: Math.max(2, high(draft)) }}>
                  <small data-outside={high(draft) < ROOM}>{perDay.length <= 10 ? draft : ''}</small>
                </b>
              )}
            </span>
            <small className="quiet">
              {perDay.length <= 10 || at === 0 || at === perDay.length - 1 ? day.slice(5) : ''}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
