import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { AlarmLevel } from '#business/iot/alarms/alarm/alarm-level.view.tsx';
import { alarmStatus } from '#business/iot/alarms/dictionaries.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { currentAlarms } from '../devices/alarms/current/current.calls.ts';
import './home-now.css';

const EVERY_MS = 30_000;

/** Open alarms of a home, most severe first, with their age and repair request. */
export function HomeAlarms({ householdId }: { householdId: string }): ReactElement | null {
  const t = useT();
  const may = useMay(alarm)('view');
  const { data } = useCall(
    currentAlarms,
    { householdId },
    { quiet: true, enabled: may, refetchInterval: EVERY_MS, retry: false },
  );
  if (!may) return null;
  const rows = (data ?? []) as unknown as readonly WireRow[];
  return (
    <section className="now-alarms">
      <header className="now-part">
        <h2>{t(['告警', 'Alarms'])}</h2>
        <span className="quiet">{data && data.length}</span>
        <span className="spring" />
        <Link to={`/iot/alarmRecord?householdId=${householdId}`}>{t(['全部', 'All'])}</Link>
      </header>
      {data?.length === 0 && <p className="now-none quiet">{t(['现在没有告警', 'No alarm now'])}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id} data-level={String(row.level)}>
            <AlarmLevel level={String(row.level)} />
            <Link to={`/iot/alarmRecord?id=${row.id}`}>{String(row.title)}</Link>
            <small className="quiet">{t(spanWords(sinceMoment(String(row.startTime)) / 1000))}</small>
            <small className="quiet">{row._names?.deviceId}</small>
            {row.repairFormId ? (
              <Link to={`/maintenance/asrepairform?id=${String(row.repairFormId)}`}>{row._names?.repairFormId}</Link>
            ) : (
              <KeyPill of={alarmStatus} value={String(row.alarmStatus)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
