import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarmStatus } from '#business/iot/alarms/dictionaries.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import type { AlarmInsight } from '../insight/insight.calls.ts';

/** The remedy of the trouble code, with causes and parts. */
export function Solution({ insight: { fault: code } }: { insight: AlarmInsight }): ReactElement | null {
  const t = useT();
  if (!code) return null;
  return (
    <section className="alarm-part">
      <h3>
        {t(['处理办法', 'What to do'])}
        <small className="quiet">
          {code.code} {t(code.name)}
        </small>
      </h3>
      {t(code.solution) ? (
        <p className="alarm-solution">{t(code.solution)}</p>
      ) : (
        <p className="quiet">{t(['故障码没有写处理办法', 'The code has no instruction'])}</p>
      )}
      {code.cause && (
        <p>
          <span className="quiet">{t(['可能原因', 'Causes'])}</span> {code.cause}
        </p>
      )}
      {code.parts.length > 0 && (
        <p>
          <span className="quiet">{t(['备件', 'Parts'])}</span>{' '}
          {code.parts.map((one) => `${one.name || one.materialCode} × ${one.qty}`).join(t(['，', ', ']))}
        </p>
      )}
    </section>
  );
}

/** Causes that completed repairs of the same model and trouble code found, with their share. */
export function Likely({ insight: { likely } }: { insight: AlarmInsight }): ReactElement | null {
  const t = useT();
  if (likely.length === 0) return null;
  return (
    <section className="alarm-part">
      <h3>
        {t(['多半是', 'Most likely'])}
        <small className="quiet">{t(['同型号同故障码的完工', 'from repairs of the same model and code'])}</small>
      </h3>
      <ul className="alarm-likely">
        {likely.map((one) => (
          <li key={one.cause}>
            <span>{t(one.words)}</span>
            <i>
              <i style={{ width: `${Math.round(one.share * 100)}%` }} />
            </i>
            <span className="quiet">
              {t([`${one.n} 例，${Math.round(one.share * 100)}%`, `${one.n}, ${Math.round(one.share * 100)}%`])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MAX_SIMILAR = 6;

/** Alarms of the same fault in the last thirty days, first of the device, then of its model. */
export function Similar({ insight: { similar } }: { insight: AlarmInsight }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (similar.length === 0) return null;
  return (
    <section className="alarm-part">
      <h3>
        {t(['相似的', 'Similar'])}
        <small className="quiet">{t([`近 30 天 ${similar.length} 条`, `${similar.length} within 30 days`])}</small>
      </h3>
      <ul className="alarm-similar">
        {(similar as unknown as readonly WireRow[]).slice(0, MAX_SIMILAR).map((one) => (
          <li key={one.id}>
            <time>{shortMoment(String(one.startTime), language)}</time>
            <Link to={`/iot/alarmRecord?id=${one.id}`}>
              {one._names?.householdId ?? one._names?.deviceId ?? String(one.alarmNo)}
            </Link>
            <span className="quiet">{one._names?.deviceId}</span>
            <span>{t(spanWords(Number(one.durationSec ?? 0)))}</span>
            <KeyPill of={alarmStatus} value={String(one.alarmStatus)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
