import { mustFind } from '#kernel/language/must.ts';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { aheadMs } from '#kernel/web/chart/curves.ts';
import { TimePanels } from '#kernel/web/chart/time-panels.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { drawnCurves } from '#business/iot/page/curves/drawn-curves.view.tsx';
import { fittingRange } from '#business/iot/page/curves/curve-range.rules.ts';
import { historyValues } from '#business/iot/values/values.calls.ts';
import type { HomeNowRoom } from '../households/household.calls.ts';
import type { WallDevice } from '../wall/wall.calls.ts';
import { isOutdoors, roomCurves } from './home-values.rules.ts';
import type { HomeValues } from './use-home-values.view.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Step by which the end of the time axis moves, so that requests in between are equal and use the cached answer. */
const STEP_MS = 120_000;

type Wanted = ReturnType<typeof roomCurves>[number];

function Chart({ wanted, until, device }: { wanted: Wanted; until: number; device: WallDevice }): ReactElement {
  const t = useT();
  const { data } = useCall(
    historyValues,
    {
      deviceId: wanted.deviceId,
      identifiers: wanted.identifiers.join(','),
      start: String(until - DAY_MS),
      end: String(until),
    },
    { of: 'row', quiet: true, retry: false },
  );
  const [kept, setKept] = useState(data);
  if (data && data !== kept) setKept(data);
  const series = (data ?? kept)?.series ?? [];
  const isHour = fittingRange(series, until, until) === 'hour';
  const from = until - (isHour ? HOUR_MS : DAY_MS);
  const gapMs = Math.max(device.reportIntervalSec * 3000, isHour ? 0 : 2 * 300_000, 180_000);
  return (
    <div className="now-chart">
      <small className="quiet">
        {device.name} · {t(isHour ? ['近 1 小时', 'last hour'] : ['近 24 小时', 'last 24 hours'])}
      </small>
      <TimePanels
        label={['房间曲线', 'Curves of the room']}
        from={from}
        until={until}
        gapMs={gapMs}
        aheadMs={aheadMs(until)}
        curves={drawnCurves(series, { from, until, gapMs, now: serverNow().getTime() })}
      />
    </div>
  );
}

/** Curves of the selected room over the last day or, if data is recent, the last hour. */
export function RoomCurves({
  rooms,
  chosen,
  values,
}: {
  rooms: readonly HomeNowRoom[];
  chosen: string;
  values: HomeValues;
}): ReactElement | null {
  const t = useT();
  const room = rooms.find((one) => one.groupId === chosen);
  const devices = (room?.devices ?? [])
    .filter((one) => !isOutdoors(one))
    .flatMap((one) => values.devices?.get(one.id) ?? []);
  const curves = roomCurves(devices);
  const until = Math.ceil(values.now / STEP_MS) * STEP_MS;
  if (!room) return null;
  return (
    <section className="now-curves">
      <header className="now-part">
        <h2>{room.roomName || t(['没有放进房间', 'In no room'])}</h2>
        <span className="quiet">{t(['点别的房间就换', 'Choose another room above'])}</span>
        <span className="spring" />
        {curves[0] && (
          <Link to={`/matter/exampleDetail?id=${curves[0].deviceId}`}>{t(['全部曲线', 'All curves'])}</Link>
        )}
      </header>
      {curves.length === 0 ? (
        <p className="now-none quiet">{t(['这个房间没有上报数值的设备', 'No device of this room reports figures'])}</p>
      ) : (
        <div className="now-charts">
          {curves.map((wanted) => (
            <Chart
              key={wanted.identifiers.join()}
              wanted={wanted}
              until={until}
              device={mustFind(devices, (one) => one.id === wanted.deviceId)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
