import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { AlarmLevel } from '../../alarms/alarm/alarm-level.view.tsx';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { useOpenAlarms } from './use-device-alarms.view.tsx';

/** List of the open alarms of a device; nothing while there are none. */
export function DeviceAlarms({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const rows = useOpenAlarms(id);
  if (!rows?.length) return null;
  return (
    <section>
      <h2>
        {t(['当前告警', 'Open alarms'])}
        <small className="quiet">{rows.length}</small>
        <span className="spring" />
        <Link to={`/iot/alarmRecord?deviceId=${id}`} className="device-more">
          {t(['全部', 'All'])}
        </Link>
      </h2>
      <ul className="device-alarms">
        {rows.map((row) => (
          <li key={row.id}>
            <AlarmLevel level={String(row.level)} />
            <Link to={`/iot/alarmRecord?id=${row.id}`}>{String(row.title)}</Link>
            <small className="quiet">{t(spanWords(sinceMoment(String(row.startTime)) / 1000))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
