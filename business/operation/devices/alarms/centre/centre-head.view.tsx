import { BellOff, Maximize } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { grouped } from '#kernel/language/plural.ts';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { LineState } from '#kernel/web/realtime/line-state.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { statusDistribution } from '../../device-list.calls.ts';
import { AlarmSound } from './alarm-sound.view.tsx';

const SECOND_MS = 1000;
const DEVICES_EVERY_MS = 60_000;

function useSecond(): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((one) => one + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return serverNow().getTime();
}

/** Show whether the page is live: the time in seconds, or since when the connection is lost. */
function Liveness({ line: { lostMs, isStorageAway } }: { line: LineState }): ReactElement {
  const t = useT();
  const now = useSecond();
  if (isStorageAway)
    return (
      <span className="alarm-live" data-tone="storage" role="status">
        <i aria-hidden />
        {t([
          '数据库连不上，报文在暂存，告警稍后补判',
          'The database is away: messages are kept, alarms are judged afterwards',
        ])}
      </span>
    );
  if (lostMs !== null) {
    const [zh, en] = spanWords((now - lostMs) / SECOND_MS);
    const since = momentOf(new Date(lostMs)).slice(11);
    return (
      <span className="alarm-live" data-tone="lost" role="status">
        <i aria-hidden />
        {t([`断开 ${zh}，${since} 起不再实时`, `Line lost for ${en}, not live since ${since}`])}
      </span>
    );
  }
  return (
    <span className="alarm-live" data-tone="live">
      <i aria-hidden />
      {t(['实时', 'Live'])} {momentOf(new Date(now)).slice(11)}
    </span>
  );
}

/** Head of the alarm centre: number of devices, live state, switch for sound, suppressions, and wall mode. */
export function CentreHead({
  line,
  critical,
  toggleWall,
}: {
  line: LineState;
  /** Ids of critical alarms, separated by commas. */ critical: string | undefined;
  toggleWall: () => void;
}): ReactElement {
  const t = useT();
  const { data: devices } = useCall(statusDistribution, {}, { quiet: true, refetchInterval: DEVICES_EVERY_MS });
  const spoken = devices ? devices.online + devices.offline : 0;
  const online = spoken > 0 ? ((devices!.online / spoken) * 100).toFixed(1) : null;
  return (
    <header className="page-head">
      <h1>{t(['告警中心', 'Alarm centre'])}</h1>
      <small className="quiet alarm-watched">
        {devices && t([`${grouped(devices.total)} 台`, `${grouped(devices.total)} devices`])}{' '}
        {online && t([`在线 ${online}%`, `${online}% online`])}
      </small>
      <Liveness line={line} />
      <span className="spring" />
      <AlarmSound critical={critical} />
      <Link className="button plain" to="/iot/alarmSuppression">
        <BellOff size={15} aria-hidden />
        {t(['抑制规则', 'Suppressions'])}
      </Link>
      <button type="button" className="button plain alarm-to-wall" onClick={toggleWall}>
        <Maximize size={15} aria-hidden />
        {t(['大屏', 'Wall'])}
        <kbd>F</kbd>
      </button>
    </header>
  );
}
