import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { StoredFrame } from '#business/iot/alarms/raise/frame-shape.rules.ts';
import { frameCells, readable } from './frame-cells.rules.ts';

const MS = 1000;

const clock = (ms: number): string =>
  `${momentOf(new Date(ms)).slice(11, 19)}.${String(Math.round(ms) % MS).padStart(3, '0')}`;

/** The moments of a message from device to database, each with the time since the one before. */
function Times({ frame }: { frame: StoredFrame }): ReactElement {
  const t = useT();
  const steps: readonly (readonly [Label, number | undefined])[] = [
    [['设备钟', 'Clock of the device'], frame.ts],
    [['平台收到', 'Received'], frame.receivedAt],
    [['解析、判规则', 'Read and judged'], frame.judgedAt],
    [['落库，同一事务记下告警', 'Stored, the alarm with it'], frame.committedAt],
  ];
  const there = steps.filter((one): one is readonly [Label, number] => one[1] !== undefined);
  return (
    <dl className="frame-times">
      {there.map(([label, at], index) => (
        <div key={label[1]}>
          <dt>{t(label)}</dt>
          <dd>{clock(at)}</dd>
          <dd className="quiet">
            {index > 0 &&
              `${at >= there[index - 1][1] ? '+' : '−'}${Math.abs(Math.round(at - there[index - 1][1]))} ms`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The message that raised an alarm, as bytes or as text, with its moments. */
export function FrameView({ frame }: { frame: StoredFrame }): ReactElement {
  const t = useT();
  return (
    <div className="message-frame">
      <p className="frame-topic">
        <span className="mono">{frame.topic}</span>{' '}
        <span className="quiet">{t([`${frame.size} 字节`, `${frame.size} bytes`])}</span>
      </p>
      {frame.hex ? (
        <p className="frame-cells mono">
          {frameCells(frame.hex).map((one, at) => (
            <span key={at}>{one}</span>
          ))}
        </p>
      ) : (
        <pre className="frame-text mono">{readable(frame.text ?? '')}</pre>
      )}
      <Times frame={frame} />
    </div>
  );
}
