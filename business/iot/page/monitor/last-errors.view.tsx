import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { connectionMonitor } from '../../gateway/connect/channel/device-connection.calls.ts';
import { rejectReason } from '../../records/dictionaries.ts';
import type { IngestFigures } from '../../values/values.calls.ts';

type BadFrame = CallAnswer<typeof connectionMonitor>['bad'][number];

const SHOWN = 12;

interface ErrorsProps {
  readonly rejects: IngestFigures['lastRejects'];
  readonly today: number;
  readonly bad: readonly BadFrame[];
  /** Show a frame at the side; undefined: the person may not read frames. */
  readonly onFrame: ((connectionId: string, no: number) => void) | undefined;
}

/** The newest refused messages and frames, each one click from its device or its bytes. */
export function LastErrors({ rejects, today, bad, onFrame }: ErrorsProps): ReactElement | null {
  const t = useT();
  const rows = [
    ...rejects.map((one) => ({ key: one.id, at: one.at, view: <RejectRow one={one} /> })),
    ...bad.map((one) => ({
      key: `${one.connectionId} ${one.no}`,
      at: one.ts,
      view: <FrameRow one={one} onFrame={onFrame} />,
    })),
  ].toSorted((a, b) => b.at - a.at);
  if (rows.length === 0) return null;
  return (
    <section className="ingest-last">
      <h2>
        {t(['最近错误', 'Last errors'])}
        <small className="quiet">{t(['一次点到那台设备或那一帧', 'One click from the device or the frame'])}</small>
        <span className="spring" />
        <Link to="/iot/reject">{t([`全部 ${grouped(today)}`, `All ${grouped(today)}`])}</Link>
      </h2>
      <ol className="ingest-list">
        {rows.slice(0, SHOWN).map(({ key, at, view }) => (
          <li key={key}>
            <time>{momentOf(new Date(at)).slice(5, 19)}</time>
            {view}
          </li>
        ))}
      </ol>
    </section>
  );
}

function RejectRow({ one }: { one: IngestFigures['lastRejects'][number] }): ReactElement {
  const t = useT();
  return (
    <>
      <span className="mon-reason">
        <KeyWord of={rejectReason} value={one.reason} />
      </span>
      <span className="ingest-detail">
        {one.deviceName} {one.identifier && <code>{one.identifier}</code>} {one.detail || one.topic}
      </span>
      <Link to={`/iot/reject?id=${one.id}`}>{t(['原文', 'Raw message'])}</Link>
      {one.deviceId && <Link to={`/matter/exampleDetail?id=${one.deviceId}`}>{t(['设备', 'Device'])}</Link>}
    </>
  );
}

function FrameRow({ one, onFrame }: { one: BadFrame; onFrame: ErrorsProps['onFrame'] }): ReactElement {
  const t = useT();
  return (
    <>
      <span className="mon-reason mono">{one.verdict}</span>
      <span className="ingest-detail">
        {one.connectionName} <code>{one.sender}</code>
      </span>
      {onFrame && (
        <button type="button" className="link" onClick={() => onFrame(one.connectionId, Number(one.no))}>
          {t(['看帧', 'See the frame'])}
        </button>
      )}
      {one.deviceId && <Link to={`/matter/exampleDetail?id=${one.deviceId}`}>{t(['设备', 'Device'])}</Link>}
    </>
  );
}
