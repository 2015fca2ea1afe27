import { NoneChosen } from '../models/page/none-chosen.view.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Radio, Wrench } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useWatched } from '#kernel/web/realtime/watch.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { device } from '../devices/device.paper.ts';
import { onlineStatus } from '../devices/dictionaries.ts';
import { ChangeMeter } from '../records/meters/change-meter.view.tsx';
import { currentValues } from '../values/values.calls.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { DeviceCommands } from '../commands/device/device-commands.view.tsx';
import { SendCommand } from '../commands/device/send-command.view.tsx';
import { TracePanel } from '../commands/trace/trace-panel.view.tsx';
import { Belonging, LastMessages } from './device-side.view.tsx';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { DeviceAlarms } from './alarms/device-alarms.view.tsx';
import { deviceBandPlace, deviceSettingsPlace, deviceToolsPlace } from './alarms/device-places.view.tsx';
import { DeviceCurves } from './curves/device-curves.view.tsx';
import { DeviceTiles } from './device-tiles.view.tsx';
import { useDevice } from './use-device.view.tsx';
import './device-page.css';

/**
 * Return the server's time and render every second, so that ages grow. The time is read at each render, because the
 * first response corrects the clock.
 */
function useNow(): number {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((one) => one + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return serverNow().getTime();
}

function DeviceHead({
  row,
  home,
  hasMeter,
  isPaused,
  pause,
  isTraced,
  trace,
}: {
  row: WireRow | undefined;
  home: WireRow | undefined;
  hasMeter: boolean;
  isPaused: boolean;
  pause: () => void;
  isTraced: boolean;
  trace: () => void;
}): ReactElement {
  const t = useT();
  const mayTrace = useMay(device)('trace') && row !== undefined;
  return (
    <header className="page-head">
      <h1>{row ? String(row.deviceName) : <i className="skeleton" style={{ width: 160 }} />}</h1>
      {row && <KeyPill of={onlineStatus} value={String(row.onlineStatus ?? 'unknown')} />}
      {row && (
        <small className="device-key">
          {String(row._names?.modelId ?? '')} {String(row.deviceKey)}
        </small>
      )}
      {row &&
        (row.householdId ? (
          <span>{String(home?.householdName ?? row._names?.householdId ?? '')}</span>
        ) : (
          <span className="quiet">{t(['没有绑定家庭', 'Not in a home'])}</span>
        ))}
      <span className="spring" />
      <span className="device-buttons">
        <button type="button" className="button" aria-pressed={isPaused} onClick={pause}>
          {isPaused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
          {t(isPaused ? ['继续', 'Go on'] : ['暂停', 'Pause'])}
          <kbd>P</kbd>
        </button>
        {mayTrace && (
          <button type="button" className="button" aria-pressed={isTraced} onClick={trace}>
            <Radio size={15} aria-hidden />
            {t(['追踪', 'Trace'])}
          </button>
        )}
        {row?.mac ? <FilledPlace of={deviceToolsPlace} given={{ deviceId: row.id, mac: String(row.mac) }} /> : null}
        {row && hasMeter && <ChangeMeter deviceId={row.id} />}
        {home?.customerId ? (
          <Link className="button" to={`/maintenance/desk?customer=${String(home.customerId)}`}>
            <Wrench size={15} aria-hidden />
            {t(['报修', 'Report a fault'])}
          </Link>
        ) : null}
        {row && <SendCommand row={row} />}
      </span>
    </header>
  );
}

/** Page of one device: current values with their age, curves, place and last messages. */
export default function DevicePage(): ReactElement {
  const t = useT();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { row, home, isMissing } = useDevice(id);
  const [isPaused, setPaused] = useState(false);
  const [isTraced, setTraced] = useState(false);
  const client = useQueryClient();
  const values = useCall(currentValues, { deviceId: id }, { of: 'row', enabled: id !== '', quiet: true });
  const now = useNow();
  const hear = useCallback(() => {
    void client.invalidateQueries({ queryKey: ['row', 'device', currentValues.path] });
    void client.invalidateQueries({ queryKey: ['list', 'device', 'iot/device-thing-instance/last-messages'] });
  }, [client]);
  useWatched('device', isPaused || id === '' ? [] : [id], hear);
  useTabTitle(row ? String(row.deviceName) : '');
  useKeys([{ keys: 'p', label: ['暂停刷新', 'Pause'], run: () => setPaused((one) => !one) }]);
  if (id === '') return <NoneChosen of={device} />;
  if (isMissing)
    return (
      <p className="device-missing">
        {t(['没有这台设备，或您看不到它', 'There is no such device, or you may not see it'])}
      </p>
    );
  const current = values.data;
  const items = current?.groups.flatMap((group) => group.items) ?? [];
  return (
    <div className="device-page">
      <DeviceHead
        row={row}
        home={home}
        hasMeter={current?.groups.some(({ group }) => group === 'counter') ?? false}
        isPaused={isPaused}
        pause={() => setPaused(!isPaused)}
        isTraced={isTraced}
        trace={() => setTraced(!isTraced)}
      />
      <FilledPlace of={deviceBandPlace} given={{ deviceId: id }} />
      <div className="device-columns">
        <main>
          <section>
            <h2>
              {t(['现在', 'Now'])}
              <small className="quiet">
                {current
                  ? t([
                      `${items.length} 项，上报周期 ${current.reportIntervalSec} 秒`,
                      `${items.length} values, reported every ${current.reportIntervalSec} s`,
                    ])
                  : ''}
              </small>
              <span className="spring" />
              <LastHeard ts={current?.ts ?? null} now={now} isPaused={isPaused} isLoaded={current !== undefined} />
            </h2>
            <DeviceTiles current={current} now={now} />
          </section>
          {isTraced && <TracePanel deviceId={id} close={() => setTraced(false)} />}
          <DeviceCurves
            id={id}
            items={items}
            intervalSec={current?.reportIntervalSec ?? 60}
            heard={current?.ts ?? null}
            now={now}
            isPaused={isPaused}
          />
        </main>
        <aside>
          <DeviceAlarms id={id} />
          <Belonging row={row} home={home} />
          {row?.mac ? (
            <FilledPlace
              of={deviceSettingsPlace}
              given={{
                deviceId: id,
                mac: String(row.mac),
                isOnline: row.onlineStatus === 'online',
                heard: current?.ts ?? null,
              }}
            />
          ) : null}
          <DeviceCommands id={id} />
          <LastMessages id={id} isPaused={isPaused} />
        </aside>
      </div>
    </div>
  );
}

function LastHeard({
  ts,
  now,
  isPaused,
  isLoaded,
}: {
  ts: number | null;
  now: number;
  isPaused: boolean;
  isLoaded: boolean;
}): ReactElement | null {
  const t = useT();
  if (!isLoaded) return null;
  if (ts === null) return <small className="quiet">{t(['从未上报', 'Never reported'])}</small>;
  const age = ageWords((now - ts) / 1000);
  return (
    <small className="device-heard" data-live={!isPaused && now - ts < 180_000}>
      <i aria-hidden />
      {isPaused ? t(['已暂停', 'Paused']) : t([`最近一条 ${age[0]}前`, `Last message ${age[1]} ago`])}
    </small>
  );
}
