import { ArrowDown, ArrowUp, Pause, Play, Search, X } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { MonitoredConnection, ShownFrame } from '../../gateway/connect/channel/device-connection.calls.ts';
import { sampleOfFrame } from '../../gateway/connect/config/samples/frame-sample.calls.ts';
import { partedHex } from './monitor.rules.ts';

type View = 'both' | 'bytes' | 'values';

const VIEWS = {
  both: ['全部', 'Both'],
  bytes: ['字节', 'Bytes'],
  values: ['解出', 'Values'],
} as const;

interface PanelProps {
  readonly connection: MonitoredConnection | undefined;
  readonly frames: readonly ShownFrame[];
  readonly isRead: boolean;
  readonly newer: number;
  readonly isPaused: boolean;
  readonly onPause: () => void;
  readonly here: number | undefined;
  readonly onHere: (no: number) => void;
}

const millis = (ts: number): string =>
  `${momentOf(new Date(ts)).slice(11, 19)}.${String(Math.floor(ts) % 1000).padStart(3, '0')}`;

/** Hex in groups of two bytes. */
const spaced = (hex: string): string => hex.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Verdict({ frame }: { frame: ShownFrame }): ReactElement {
  const t = useT();
  if (frame.direction === 'down') return <span className="quiet">{t(['下行', 'Sent'])}</span>;
  if (frame.verdict === 'ok') return <span className="ingest-good">{t(['成功', 'Good'])}</span>;
  return <span className="mon-bad">▲ {frame.verdict}</span>;
}

function Frame({
  frame,
  view,
  isHere,
  onHere,
}: {
  frame: ShownFrame;
  view: View;
  isHere: boolean;
  onHere: () => void;
}): ReactElement {
  const t = useT();
  const isDown = frame.direction === 'down';
  return (
    <li className="mon-frame" data-no={frame.no} data-here={isHere || undefined} data-down={isDown || undefined}>
      <button type="button" onClick={onHere}>
        <time>{millis(frame.ts)}</time>
        <span className={isDown ? 'mon-down' : 'quiet'}>
          {isDown ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />}
          {t(isDown ? ['下', 'down'] : ['上', 'up'])}
        </span>
        <span className="quiet">{frame.hex.length / 2} B</span>
        <span className="quiet mon-sender">{frame.deviceName ?? frame.sender ?? ''}</span>
        <span className="spring" />
        <Verdict frame={frame} />
      </button>
      {view !== 'values' && (
        <p className="mono mon-bytes">
          {partedHex(frame.hex, frame.marks).map((part, at) =>
            part.isMarked ? <mark key={at}>{spaced(part.hex)}</mark> : <span key={at}>{spaced(part.hex)}</span>,
          )}
        </p>
      )}
      {view !== 'bytes' && frame.values.length > 0 && (
        <p className="mon-values">
          {frame.values.map(({ name, value }) => (
            <span key={name}>
              {name} <b>{value}</b>
            </span>
          ))}
        </p>
      )}
      {frame.why && <p className="mon-why">{frame.why}</p>}
    </li>
  );
}

/** Button that keeps a frame as a sample: from now on no change of the configuration may read it otherwise. */
function SaveSample({ connection, frame }: { connection: MonitoredConnection; frame: ShownFrame }): ReactElement {
  const t = useT();
  const [saved, setSaved] = useState<number>();
  const save = async (): Promise<void> => {
    try {
      const { name } = await askCall(sampleOfFrame, {
        id: connection.id,
        ts: String(frame.ts),
        no: String(frame.no),
        name: `${frame.sender ?? connection.name} ${momentOf(new Date(frame.ts)).slice(5, 19)}`.slice(0, 64),
      });
      setSaved(frame.no);
      toast.good(t([`已存为样例“${String(name)}”`, `Kept as the sample “${String(name)}”`]));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  };
  return (
    <button type="button" className="button small" disabled={saved === frame.no} onClick={() => void save()}>
      {t(['存为样例', 'Keep as a sample'])}
    </button>
  );
}

const isFound = ({ hex, sender, deviceName, verdict }: ShownFrame, words: string): boolean =>
  [hex, sender, deviceName, verdict].some((text) => text?.toUpperCase().includes(words));

/** The frames of one connection as they come, in both directions, with verdict and values. */
export function FramesPanel(props: PanelProps): ReactElement {
  const t = useT();
  const { connection, frames, isRead, newer, isPaused, onPause, here, onHere } = props;
  const [view, setView] = useState<View>('both');
  const [typed, setTyped] = useState('');
  const words = typed.replaceAll(/\s/g, '').toUpperCase();
  const found = words ? frames.filter((frame) => isFound(frame, words)) : frames;
  const bad = frames.filter(({ verdict }) => verdict !== 'ok').length;
  const chosen = frames.find(({ no }) => no === here);
  useEffect(() => {
    document.querySelector(`.mon-frame[data-no="${here}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <aside className="mon-side">
      <header>
        <h2>{t(['原始报文', 'Frames'])}</h2>
        <label className="mon-search">
          <Search size={14} aria-hidden />
          <input
            value={typed}
            placeholder={t(['设备、标识或字节', 'Device, id or bytes'])}
            aria-label={t(['在报文里找', 'Search in the frames'])}
            onChange={(event) => setTyped(event.target.value)}
          />
          {typed && (
            <button type="button" aria-label={t(['清空', 'Clear'])} onClick={() => setTyped('')}>
              <X size={13} aria-hidden />
            </button>
          )}
        </label>
        <button type="button" className="button plain small" aria-pressed={isPaused} onClick={onPause}>
          {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />} <kbd>P</kbd>{' '}
          {isPaused ? t(['继续', 'Go on']) : t(['暂停', 'Pause'])}
        </button>
      </header>
      <div className="mon-views">
        {(Object.keys(VIEWS) as View[]).map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {t(VIEWS[one])}
          </button>
        ))}
        <span className="spring" />
        <small className="quiet">
          {isPaused && newer > 0
            ? t([`暂停中，又到 ${newer} 帧`, `paused; ${newer} more came`])
            : connection &&
              t([
                `${connection.name} 近 ${frames.length} 帧，坏 ${bad}`,
                `${connection.name}: ${frames.length} frames, ${bad} bad`,
              ])}
        </small>
      </div>
      <ol className="mon-frames">
        {found.map((frame) => (
          <Frame key={frame.no} frame={frame} view={view} isHere={frame.no === here} onHere={() => onHere(frame.no)} />
        ))}
        {found.length === 0 && (
          <li className="quiet mon-none">
            {!connection
              ? t(['选一条连接，看它的报文', 'Choose a connection to see its frames'])
              : isRead
                ? t(['还没有报文', 'No frame yet'])
                : ''}
          </li>
        )}
        {frames.length > 0 && (
          <li className="quiet mon-none">
            {t(['原始帧留 24 时，之后只留解出的值', 'Frames stay 24 hours; afterwards only their values'])}
          </li>
        )}
      </ol>
      <footer>
        {connection && chosen?.direction === 'up' && <SaveSample connection={connection} frame={chosen} />}
        {chosen?.deviceId && (
          <Link to={`/matter/exampleDetail?id=${chosen.deviceId}`}>{t(['打开设备', 'Open the device'])}</Link>
        )}
        {connection?.configId && (
          <Link to={`/iot/connectConfig/${connection.configId}`}>{t(['在报文解析里看', 'See the configuration'])}</Link>
        )}
      </footer>
    </aside>
  );
}
