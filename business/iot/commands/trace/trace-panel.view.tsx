import { ArrowDown, ArrowUp, CircleSlash, Radio, X } from 'lucide-react';
import { type ReactElement, useCallback, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { momentOf, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useStream } from '#kernel/web/realtime/stream.ts';
import { readTrace, startTrace, stopTrace, traceStream } from './trace.calls.ts';
import { type DeviceTrace, type TraceLine, hexRows, outcomeWords, topicWords, traceAfter } from './trace-view.rules.ts';
import './trace.css';

type Direction = 'all' | 'up' | 'down';

/** Read the trace of a device, and follow it by its stream. */
function useTrace(deviceId: string) {
  const [trace, setTrace] = useState<DeviceTrace>();
  const first = useCallback(
    async (signal: AbortSignal) => {
      const found = await askCall(readTrace, { deviceId }, { signal, quiet: true });
      setTrace((before) => traceAfter(before, found));
    },
    [deviceId],
  );
  const hear = useCallback((news: unknown) => {
    if ((news as { type?: string }).type === 'trace')
      setTrace((before) => traceAfter(before, news as Partial<DeviceTrace>));
  }, []);
  const { isOpen, refusal } = useStream(traceStream.path, { deviceId }, { first, hear });
  return { trace, isOpen, refusal };
}

/** Content of a line: the decoded message, and its bytes. */
function Content({ line }: { line: TraceLine }): ReactElement {
  const t = useT();
  const rows = hexRows(line.hex);
  return (
    <div className="trace-content">
      {line.body !== null && line.body !== undefined && (
        <pre className="mono">{JSON.stringify(line.body, null, 1)}</pre>
      )}
      {rows.length > 0 && (
        <pre className="mono trace-hex">
          {rows.map(([offset, bytes, text]) => `${offset}  ${bytes.padEnd(47)}  ${text}`).join('\n')}
        </pre>
      )}
      <p className="quiet">
        {line.size * 2 > line.hex.length &&
          t([`共 ${grouped(line.size)} 字节，只留前面的。`, `The first bytes of ${grouped(line.size)}. `])}
        {line.isCut && t(['密钥已遮住。', 'Secrets are cut.'])}
      </p>
    </div>
  );
}

const ARROWS = { up: ArrowUp, down: ArrowDown, line: Radio } as const;
const DIRECTIONS = { up: ['上', 'Up'], down: ['下', 'Down'], line: ['连接', 'Line'] } as const;

function Line({ line, isOpen, open }: { line: TraceLine; isOpen: boolean; open: () => void }): ReactElement {
  const t = useT();
  const Arrow = ARROWS[line.direction];
  return (
    <li data-direction={line.direction}>
      <button type="button" className="trace-line" aria-expanded={isOpen} onClick={open}>
        <time>
          {momentOf(new Date(line.ts)).slice(11)}.{String(line.ts % 1000).padStart(3, '0')}
        </time>
        <span>
          <Arrow size={13} aria-hidden /> {t(DIRECTIONS[line.direction])}
        </span>
        <span className="mono">{t(topicWords(line))}</span>
        <span className="quiet">{t(outcomeWords(line.outcome))}</span>
        <small>{line.size > 0 && `${grouped(line.size)} B`}</small>
      </button>
      {isOpen && <Content line={line} />}
    </li>
  );
}

function Steps({ deviceId, trace, close }: { deviceId: string; trace: DeviceTrace; close: () => void }): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const run = (call: typeof startTrace | typeof stopTrace) => (): void => {
    setBusy(true);
    void askCall(call, { id: deviceId })
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <>
      {trace.isRunning && (
        <button type="button" className="button" disabled={isBusy} onClick={run(stopTrace)}>
          <CircleSlash size={13} aria-hidden /> {t(['结束', 'Stop'])}
        </button>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={run(startTrace)}>
        <Radio size={14} aria-hidden />
        {t(trace.isRunning ? ['重新 15 分', '15 min anew'] : ['追踪 15 分', 'Trace 15 min'])}
      </button>
      <button type="button" className="icon-button" aria-label={t(['关闭', 'Close'])} onClick={close}>
        <X size={16} aria-hidden />
      </button>
    </>
  );
}

/** Messages of a device, both ways, as they come: decoded and in bytes. */
export function TracePanel({ deviceId, close }: { deviceId: string; close: () => void }): ReactElement {
  const t = useT();
  const { trace, isOpen, refusal } = useTrace(deviceId);
  const [shown, setShown] = useState<Direction>('all');
  const [openNo, setOpen] = useState<number | null>(null);
  const lines = (trace?.lines ?? []).filter(({ direction }) => shown === 'all' || direction === shown).toReversed();
  const leftSec = trace?.untilTime ? Math.max(0, Math.round(-sinceMoment(trace.untilTime) / 1000)) : 0;
  const left = `${Math.floor(leftSec / 60)}:${String(leftSec % 60).padStart(2, '0')}`;
  return (
    <section className="trace" aria-label={t(['报文追踪', 'Trace of messages'])}>
      <h2>
        {t(['报文追踪', 'Trace'])}
        <small className="quiet">
          {trace?.isRunning
            ? t([`还有 ${left}，${trace.startedBy ?? ''}`, `${left} left, ${trace.startedBy ?? ''}`])
            : t(['没有在追踪', 'Not running'])}
          {trace && trace.dropped > 0 && t([`，漏了 ${trace.dropped} 条`, `, ${trace.dropped} dropped`])}
          {!isOpen && !refusal && t(['，断开，重连中', ', not connected'])}
        </small>
        <span className="spring" />
        <SegmentedControl
          label={t(['方向', 'Direction'])}
          items={[
            { key: 'all', label: t(['全部', 'All']) },
            { key: 'up', label: t(['上', 'Up']) },
            { key: 'down', label: t(['下', 'Down']) },
          ]}
          value={shown}
          onChange={(one) => setShown(one as Direction)}
        />
        {trace && <Steps deviceId={deviceId} trace={trace} close={close} />}
      </h2>
      {refusal && (
        <p className="field-problem" role="alert">
          {refusal.message}
        </p>
      )}
      {trace && lines.length === 0 && (
        <p className="quiet trace-none">
          {t(
            trace.isRunning
              ? ['等下一条报文', 'Waiting for the next message']
              : ['开始后，15 分钟内两个方向的报文都在这里', 'Once begun, all messages of 15 minutes appear here'],
          )}
        </p>
      )}
      <ol className="trace-lines" aria-live="off">
        {lines.map((line) => (
          <Line
            key={line.no}
            line={line}
            isOpen={openNo === line.no}
            open={() => setOpen(openNo === line.no ? null : line.no)}
          />
        ))}
      </ol>
    </section>
  );
}
