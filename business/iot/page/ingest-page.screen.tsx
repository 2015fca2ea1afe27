import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import type { MonitoredConnection } from '../gateway/connect/channel/device-connection.calls.ts';
import { deviceConnection } from '../gateway/connect/channel/device-connection.paper.ts';
import { rejectReason } from '../records/dictionaries.ts';
import { type IngestFigures, ingestFigures } from '../values/values.calls.ts';
import { ConnectionRows } from './monitor/connection-rows.view.tsx';
import { FramesPanel } from './monitor/frames-panel.view.tsx';
import { LaneRows } from './monitor/lanes.view.tsx';
import { LastErrors } from './monitor/last-errors.view.tsx';
import { MonitorFigures, waitingFigures } from './monitor/monitor-figures.view.tsx';
import { UnregisteredDevices } from './monitor/strangers.view.tsx';
import { type MonitorRange, listenerCounts } from './monitor/monitor.rules.ts';
import { useConnectionSteps, useConnections, useFrames, useRates } from './monitor/use-monitor.view.tsx';
import '../commands/page/run-page.css';
import './device-page.css';
import './ingest-page.css';
import './monitor/monitor.css';

const EVERY_MS = 3000;

const PaperForm = withControls(() => import('#kernel/web/form/paper-form.tsx').then((module) => module.PaperForm));

function Head({
  data,
  connections,
  range,
  onRange,
}: {
  data: IngestFigures | undefined;
  connections: readonly MonitoredConnection[];
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
}): ReactElement {
  const t = useT();
  const parts = data?.parts ?? [];
  const isAway = parts.some(({ lanes }) => lanes.some((one) => one.isAway));
  const isStopped = data !== undefined && parts.length === 0;
  const failed = connections.filter((one) => one.channelState === 'error').length;
  const { history } = data ?? {};
  return (
    <header className="page-head">
      <h1>{t(['接入监控', 'Ingest monitor'])}</h1>
      {data && !isAway && !isStopped && <small className="mon-dot">● {t(['收数正常', 'Receiving'])}</small>}
      {isStopped && (
        <small className="device-old">
          {t(['设备接入进程没有在运行', 'The process that devices connect to is not running'])}
        </small>
      )}
      {isAway && (
        <small className="device-old">
          {t(['数据库连不上，报文在暂存', 'The database cannot be reached; messages are kept on disk'])}
        </small>
      )}
      {failed > 0 && <small className="mon-bad">▲ {t([`${failed} 条连接异常`, `${failed} connections failed`])}</small>}
      {data && (
        <small className="quiet">
          {t([
            `${grouped(data.online + data.offline + data.unknown)} 台，在线 ${grouped(data.online)}`,
            `${grouped(data.online)} of ${grouped(data.online + data.offline + data.unknown)} devices online`,
          ])}
        </small>
      )}
      {history && history.homesDone < history.homes && (
        <small className="quiet">
          {t([
            `历史数据 ${history.homesDone} / ${history.homes} 户，在后台写入`,
            `history of ${history.homesDone} of ${history.homes} homes, written behind`,
          ])}
        </small>
      )}
      <span className="spring" />
      <SegmentedControl
        label={t(['范围', 'Range'])}
        items={[
          { key: 'hour', label: t(['60 分', '60 min']) },
          { key: 'day', label: t(['24 时', '24 h']) },
          { key: 'week', label: t(['7 天', '7 days']) },
        ]}
        value={range}
        onChange={onRange}
      />
      <small className="quiet">
        {t(['实时', 'Live'])} {parts[0] ? momentOf(new Date(parts[0].at)).slice(11, 19) : ''}
      </small>
    </header>
  );
}

/** Bind the keys of the page: move among connections and frames, start, stop, test, pause, open. */
function useMonitorKeys(of: {
  readonly connections: readonly MonitoredConnection[];
  readonly here: MonitoredConnection | undefined;
  readonly go: (id: string) => void;
  readonly steps: ReturnType<typeof useConnectionSteps>;
  readonly onNew: (() => void) | undefined;
  readonly onPause: (() => void) | undefined;
  readonly stepFrame: (by: number) => void;
}): void {
  const navigate = useNavigate();
  const { connections, here, go, steps, onNew, onPause, stepFrame } = of;
  const step = (by: number) => () => {
    const at = here ? connections.indexOf(here) : -1;
    const next = connections[Math.max(0, Math.min(connections.length - 1, at + by))];
    if (next) go(next.id);
  };
  useKeys([
    { keys: 'ArrowDown', label: ['下一条连接', 'Next connection'], silent: true, run: step(1) },
    { keys: 'ArrowUp', label: ['上一条连接', 'Connection before'], silent: true, run: step(-1) },
    { keys: 'j', label: ['下一帧', 'Next frame'], run: () => stepFrame(1) },
    { keys: 'k', label: ['上一帧', 'Frame before'], run: () => stepFrame(-1) },
    {
      keys: 'Enter',
      label: ['打开连接', 'Open the connection'],
      run: () => here && void navigate(`/iot/connection?id=${here.id}`),
    },
    ...(steps.turn
      ? [{ keys: 's', label: ['启动或停止连接', 'Start or stop the connection'] as const, run: steps.turn }]
      : []),
    ...(steps.test ? [{ keys: 't', label: ['测试连接', 'Test the connection'] as const, run: steps.test }] : []),
    ...(onPause ? [{ keys: 'p', label: ['暂停或继续报文', 'Pause or resume the frames'] as const, run: onPause }] : []),
    ...(onNew ? [{ keys: 'n', label: ['新增连接', 'Add a connection'] as const, run: onNew }] : []),
  ]);
}

/** Return the chosen connection, that of the address or the first, and the frames of it. */
function useChosen(connections: readonly MonitoredConnection[], isShown: boolean) {
  const [asked] = useSearchParams();
  const [id, go] = useState(asked.get('id') ?? '');
  const here = connections.find((one) => one.id === id) ?? connections.at(0);
  const [isPaused, setPaused] = useState(false);
  const [frame, setFrame] = useState<number>();
  const frames = useFrames(isShown ? here?.id : undefined, isPaused);
  const stepFrame = (by: number): void => {
    const at = frames.shown.findIndex(({ no }) => no === frame);
    const next = frames.shown[Math.max(0, Math.min(frames.shown.length - 1, at + by))];
    if (next) setFrame(next.no);
  };
  return {
    here,
    frame,
    frames,
    isPaused,
    stepFrame,
    setFrame,
    pause: () => setPaused((one) => !one),
    go: (one: string) => {
      go(one);
      setFrame(undefined);
    },
  };
}

/** Page on the intake of devices: figures, connections, lanes, errors, and the frames of a connection as they come. */
export default function IngestPage(): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const may = useMay(deviceConnection);
  const mayRead = may('frames');
  const [range, setRange] = useState<MonitorRange>('hour');
  const { data, dataUpdatedAt } = useCall(ingestFigures, { range }, { refetchInterval: EVERY_MS, quiet: true });
  const { data: monitored, connections, bad, rates } = useConnections();
  const hasSide = mayRead && !isPhone;
  const chosen = useChosen(connections, hasSide);
  const steps = useConnectionSteps(chosen.here);
  const [isNew, setNew] = useState(false);
  const onNew = may('add') ? (): void => setNew(true) : undefined;
  const { here, go, stepFrame, pause } = chosen;
  useMonitorKeys({ connections, here, go, steps, onNew, onPause: hasSide ? pause : undefined, stepFrame });
  const parts = data?.parts ?? [];
  const listenerRates = useRates(dataUpdatedAt, listenerCounts(parts));
  useTabTitle(t(['接入监控', 'Ingest monitor']));
  return (
    <div className="mon ingest-page" data-alone={isPhone || undefined} data-whole={!hasSide || undefined}>
      <Head data={data} connections={connections} range={range} onRange={setRange} />
      {data ? <MonitorFigures data={data} range={range} /> : waitingFigures}
      <div className="mon-main">
        <ConnectionRows
          parts={parts}
          connections={connections}
          isRead={monitored !== undefined}
          rates={new Map([...rates, ...listenerRates])}
          here={here?.id}
          isPhone={isPhone}
          onHere={go}
          steps={steps}
          onNew={onNew}
        />
        {!isPhone && parts.map((one) => <LaneRows key={`${one.host} ${one.pid}`} part={one} />)}
        <UnregisteredDevices />
        <LastErrors
          rejects={data?.lastRejects ?? []}
          today={data?.rejectsToday ?? 0}
          bad={bad}
          onFrame={
            hasSide
              ? (id, no) => {
                  go(id);
                  chosen.setFrame(no);
                }
              : undefined
          }
        />
        {!isPhone && data && <Further data={data} />}
      </div>
      {hasSide && (
        <FramesPanel
          connection={here}
          frames={chosen.frames.shown}
          isRead={chosen.frames.isRead}
          newer={chosen.frames.newer}
          isPaused={chosen.isPaused}
          onPause={pause}
          here={chosen.frame}
          onHere={chosen.setFrame}
        />
      )}
      {isNew &&
        createPortal(
          <PaperForm
            of={deviceConnection}
            row={null}
            onClose={() => setNew(false)}
            onDirty={() => undefined}
            onSaved={(row, another) => {
              void refresh(deviceConnection.name);
              if (another) return;
              setNew(false);
              if (row) go(row.id);
            }}
          />,
          document.body,
        )}
    </div>
  );
}

/** Why messages were refused since the start, and devices that are online but silent. */
function Further({ data: figures }: { data: IngestFigures }): ReactElement {
  const t = useT();
  const rejects = new Map<string, number>();
  for (const part of figures.parts)
    for (const [reason, count] of Object.entries(part.rejects)) rejects.set(reason, (rejects.get(reason) ?? 0) + count);
  return (
    <div className="mon-two">
      <section>
        <h2>{t(['拒收原因', 'Why refused'])}</h2>
        <ol className="ingest-list">
          {[...rejects]
            .toSorted(([, a], [, b]) => b - a)
            .map(([reason, count]) => (
              <li key={reason}>
                <Link to={`/iot/reject?reason=${reason}`}>
                  <KeyPill of={rejectReason} value={reason} />
                </Link>
                <span>{grouped(count)}</span>
              </li>
            ))}
          {rejects.size === 0 && <li className="quiet">{t(['没有拒收', 'Nothing was refused'])}</li>}
        </ol>
      </section>
      <section>
        <h2>{t(['在线却最久没有数据', 'Online, but silent longest'])}</h2>
        <ol className="ingest-list">
          {figures.slowest.map((one) => (
            <li key={one.id}>
              <Link to={`/matter/exampleDetail?id=${one.id}`}>{one.name}</Link>
              <span className="quiet">
                {one.at === null
                  ? t(['从未上报', 'Never reported'])
                  : t(ageWords((serverNow().getTime() - one.at) / 1000))}
              </span>
            </li>
          ))}
          {figures.slowest.length === 0 && <li className="quiet">{t(['没有在线设备', 'No device is online'])}</li>}
        </ol>
      </section>
    </div>
  );
}
