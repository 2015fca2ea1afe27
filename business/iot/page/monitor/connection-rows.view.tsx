import { Plus, Play, PlugZap, Square } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import type { MonitoredConnection } from '../../gateway/connect/channel/device-connection.calls.ts';
import { connState } from '../../gateway/connect/channel/dictionaries.ts';
import { connectType } from '../../gateway/connect/dictionaries.ts';
import type { IngestFigures } from '../../values/values.calls.ts';
import { listenerKey } from './monitor.rules.ts';

const kindWords: Readonly<Record<string, Label>> = {
  mqtt: ['平台 MQTT', 'MQTT of the product'],
  mqtts: ['平台 MQTT 加密', 'MQTT over TLS'],
  http: ['HTTP 与 WebSocket', 'HTTP and WebSocket'],
  coap: ['CoAP', 'CoAP'],
};

interface RowsProps {
  readonly parts: IngestFigures['parts'];
  readonly connections: readonly MonitoredConnection[];
  /** Has the list been read? */ readonly isRead: boolean;
  readonly rates: ReadonlyMap<string, number>;
  readonly here: string | undefined;
  readonly isPhone: boolean;
  readonly onHere: (id: string) => void;
  readonly steps: { readonly isBusy: boolean; readonly turn?: () => void; readonly test?: () => void };
  readonly onNew: (() => void) | undefined;
}

const portWords = ({ type, port }: MonitoredConnection): string => `${type.split('_')[0]} ${port ?? ''}`;

/** The listeners of the product: they have no configuration, and always run. */
function ListenerRows({ parts, rates }: Pick<RowsProps, 'parts' | 'rates'>): ReactElement {
  const t = useT();
  return (
    <>
      {parts.flatMap((part) =>
        part.listeners.map((one) => (
          <tr key={listenerKey(part, one)} data-listener={one.kind}>
            <td>{t(kindWords[one.kind] ?? [one.kind, one.kind])}</td>
            <td className="mono">
              {one.kind} {one.port}
            </td>
            <td>{t(['标准 JSON', 'Standard JSON'])}</td>
            <td>
              <KeyPill of={connState} value={one.state === 'listening' ? 'running' : 'error'} />
            </td>
            <td className="end">{grouped(one.lines)}</td>
            <td className="end">{rates.get(listenerKey(part, one))?.toFixed(1) ?? '—'}</td>
            <td className="end">—</td>
            <td>{one.reason ? t([`${one.reason}，每 30 秒再试`, `${one.reason}, tried again every 30 s`]) : '—'}</td>
            <td className="end">—</td>
          </tr>
        )),
      )}
    </>
  );
}

/** The connections as a table; on the phone as cards. */
export function ConnectionRows(props: RowsProps): ReactElement {
  const t = useT();
  const { parts, connections, isRead, rates, here, isPhone, onHere, steps, onNew } = props;
  const chosen = connections.find((one) => one.id === here);
  const failed = connections.filter((one) => one.channelState === 'error').length;
  const running = connections.filter((one) => one.channelState === 'running').length;
  const rate = (id: string): string => rates.get(id)?.toFixed(1) ?? '—';
  return (
    <section className="mon-connections">
      <h2>
        {t(['连接', 'Connections'])}
        <small className="quiet">
          {t([
            `${connections.length}，运行 ${running}，异常 ${failed}`,
            `${connections.length}; running ${running}, failed ${failed}`,
          ])}
        </small>
        <span className="spring" />
        {chosen && steps.turn && (
          <>
            <button type="button" className="button plain" disabled={steps.isBusy} onClick={steps.test}>
              <PlugZap size={15} aria-hidden /> {t(['测试', 'Test'])} <kbd>T</kbd>
            </button>
            <button type="button" className="button plain" disabled={steps.isBusy} onClick={steps.turn}>
              {chosen.isWanted ? <Square size={14} aria-hidden /> : <Play size={15} aria-hidden />}{' '}
              {t(chosen.isWanted ? ['停止', 'Stop'] : ['启动', 'Start'])} <kbd>S</kbd>
            </button>
          </>
        )}
        {onNew && (
          <button type="button" className="button plain" onClick={onNew}>
            <Plus size={15} aria-hidden /> {t(['连接', 'Connection'])} <kbd>N</kbd>
          </button>
        )}
      </h2>
      {isPhone ? (
        <ol className="mon-cards">
          {connections.map((one) => (
            <li key={one.id} data-here={one.id === here || undefined}>
              <button type="button" onClick={() => onHere(one.id)}>
                <b>{one.name}</b>
                <KeyPill of={connState} value={one.channelState} />
              </button>
              <small className="quiet">
                <span className="mono">{portWords(one)}</span>{' '}
                {t([
                  `会话 ${one.onlineDevices}，坏帧 ${grouped(one.badFrames)}`,
                  `devices: ${one.onlineDevices}, bad frames: ${grouped(one.badFrames)}`,
                ])}
              </small>
              {one.lastError && <small data-bad={one.channelState === 'error'}>{one.lastError}</small>}
            </li>
          ))}
        </ol>
      ) : (
        <div className="mon-wide">
          <table className="run-table mon-table">
            <thead>
              <tr>
                <th>{t(['连接', 'Connection'])}</th>
                <th>{t(['协议', 'Protocol'])}</th>
                <th>{t(['解析', 'Frames'])}</th>
                <th>{t(['状态', 'State'])}</th>
                <th className="end">{t(['会话', 'Devices'])}</th>
                <th className="end">{t(['条 / 秒', 'A second'])}</th>
                <th className="end">{t(['坏帧', 'Bad'])}</th>
                <th>{t(['最近错误', 'Last error'])}</th>
                <th className="end">{t(['启动', 'Started'])}</th>
              </tr>
            </thead>
            <tbody>
              <ListenerRows parts={parts} rates={rates} />
              {connections.map((one) => (
                <tr key={one.id} data-row={one.id} aria-selected={one.id === here} onClick={() => onHere(one.id)}>
                  <td>
                    <Link to={`/iot/connection?id=${one.id}`}>{one.name}</Link>
                  </td>
                  <td className="mono">
                    {one.port === null ? <KeyWord of={connectType} value={one.type} /> : portWords(one)}
                  </td>
                  <td>{one.configName ?? '—'}</td>
                  <td>
                    <KeyPill of={connState} value={one.channelState} />
                  </td>
                  <td className="end">{grouped(one.onlineDevices)}</td>
                  <td className="end">{one.channelState === 'running' ? rate(one.id) : '—'}</td>
                  <td className="end" data-worry={one.badFrames > 0 || undefined}>
                    {grouped(one.badFrames)}
                  </td>
                  <td
                    className="mon-error"
                    data-bad={one.channelState === 'error' || undefined}
                    title={one.lastError ?? ''}
                  >
                    {one.lastError ?? '—'}
                  </td>
                  <td className="end quiet">{one.startedTime?.slice(5, 16) ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isRead && <i className="skeleton" />}
      {isRead && connections.length === 0 && (
        <p className="quiet mon-none">
          {t([
            '还没有自己的连接：一个启用的接入配置会带来一条。',
            'No connection of your own yet: an enabled configuration brings one.',
          ])}{' '}
          <Link to="/system/device/connect">{t(['接入配置', 'Configurations'])}</Link>
        </p>
      )}
    </section>
  );
}
