import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { IngestFigures } from '../../values/values.calls.ts';
import { type MonitorRange, rangeFiguresOf, spooledIn } from './monitor.rules.ts';

const MAX_LINES = 60_000;
const FULL = 5000;

/** Bars of sixty minutes; a minute without anything has none. */
function MinuteBars({ values, tone }: { values: readonly number[]; tone: 'amber' | 'red' }): ReactElement {
  const most = Math.max(1, ...values);
  return (
    <svg
      className="mon-bars"
      data-tone={tone}
      viewBox={`0 0 ${values.length * 3} 30`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {values.map((value, at) => {
        const height = value === 0 ? 0 : Math.max(3, (value / most) * 30);
        // The place of a minute is its name.
        return <rect key={at} x={at * 3} y={30 - height} width={2} height={height} />;
      })}
    </svg>
  );
}

interface FigureProps {
  readonly name: string;
  readonly label: Label;
  readonly value: string;
  readonly unit?: Label;
  readonly worry?: boolean;
  readonly children: ReactNode;
  readonly fact: ReactNode;
}

function Figure({ name, label, value, unit, worry, children, fact }: FigureProps): ReactElement {
  const t = useT();
  return (
    <div className="ingest-figure mon-figure" data-figure={name} data-worry={worry ?? false}>
      <small>{t(label)}</small>
      <span>
        <b>{value}</b> {unit && <small>{t(unit)}</small>}
      </span>
      <div className="mon-hour">{children}</div>
      <small className="quiet">{fact}</small>
    </div>
  );
}

const clock = (at: number): string => momentOf(new Date(at)).slice(11, 16);

const RANGES: Readonly<Record<MonitorRange, Label>> = {
  hour: ['60 分', '60 min'],
  day: ['24 时', '24 h'],
  week: ['7 天', '7 days'],
};

/** Six key figures, each with its course in the range and one fact. */
export function MonitorFigures({ data, range }: { data: IngestFigures; range: MonitorRange }): ReactElement {
  const t = useT();
  const { parts, perMinute, rejectsPerMinute } = data;
  const lanes = parts.flatMap((one) => one.lanes);
  const most = (of: (lane: (typeof lanes)[number]) => number): number => Math.max(0, ...lanes.map(of));
  const spooled = lanes.reduce((sum, one) => sum + one.spooled, 0);
  const queue = lanes.reduce((sum, one) => sum + one.queue, 0);
  const lines = parts.reduce((sum, one) => sum + one.lines, 0);
  const memory = parts.reduce((sum, one) => sum + one.memory, 0);
  const { spans, messages, refused } = rangeFiguresOf(data, range);
  const spool = spooledIn(spans);
  const [zh, en] = RANGES[range];
  const highest = Math.max(0, ...messages).toFixed(1);
  const line = (values: readonly number[]): ReactElement => <SparkLine values={values} width={190} height={30} />;
  return (
    <div className="ingest-figures">
      <Figure
        name="messages"
        label={['收到的报文', 'Messages received']}
        value={((perMinute.at(-2) ?? 0) / 60).toFixed(1)}
        unit={['条 / 秒', 'a second']}
        fact={t([`${zh}最高 ${highest}`, `most in ${en}: ${highest}`])}
      >
        {line(messages)}
      </Figure>
      <Figure
        name="commit"
        label={['落库延迟', 'Time to store']}
        value={most((one) => one.commitP99Ms).toFixed(0)}
        unit={['ms，99%', 'ms, 99%']}
        fact={t([
          `中位 ${most((one) => one.commitP50Ms).toFixed(0)}，批 1,000 条或 20 ms`,
          `median ${most((one) => one.commitP50Ms).toFixed(0)}, batches of 1,000 or 20 ms`,
        ])}
      >
        {line(spans.map((one) => one.commitMs))}
      </Figure>
      <Figure
        name="oldest"
        label={['最老未落库', 'Oldest not stored']}
        value={most((one) => one.oldestMs).toFixed(0)}
        unit={['ms', 'ms']}
        worry={queue > FULL / 2}
        fact={t([`队列 ${grouped(queue)} 条 / ${grouped(FULL)}`, `${grouped(queue)} of ${grouped(FULL)} wait`])}
      >
        {line(spans.map((one) => one.oldestMs))}
      </Figure>
      <Figure
        name="spool"
        label={['暂存', 'On disk']}
        value={grouped(spooled)}
        unit={['条', 'messages']}
        worry={spooled > 0}
        fact={t(
          spooled > 0
            ? [
                `${spool ? clock(spool.since) : ''} 起暂存，数据库回来后补写`,
                `since ${spool ? clock(spool.since) : ''}; written when the database is back`,
              ]
            : spool
              ? [
                  `${clock(spool.since)} 暂存 ${grouped(spool.most)} 条，已回灌`,
                  `${grouped(spool.most)} at ${clock(spool.since)}, written since`,
                ]
              : ['直写数据库', 'Straight to the database'],
        )}
      >
        <MinuteBars values={spans.map((one) => one.spooled)} tone="amber" />
      </Figure>
      <Figure
        name="refused"
        label={['拒收', 'Refused']}
        value={grouped(rejectsPerMinute.at(-2) ?? 0)}
        unit={['条 / 分', 'a minute']}
        fact={
          <>
            {t([`今天 ${grouped(data.rejectsToday)}`, `${grouped(data.rejectsToday)} today`])}{' '}
            <Link to="/iot/reject">{t(['看记录', 'See them'])}</Link>
          </>
        }
      >
        <MinuteBars values={refused} tone="red" />
      </Figure>
      <Figure
        name="lines"
        label={['会话', 'Lines']}
        value={grouped(lines)}
        fact={t([
          `上限 ${grouped(MAX_LINES)}，常驻 ${Math.round(memory / 2 ** 20)} MB`,
          `at most ${grouped(MAX_LINES)}; ${Math.round(memory / 2 ** 20)} MB of memory`,
        ])}
      >
        {line(spans.map((one) => one.lines))}
      </Figure>
    </div>
  );
}

/** The place of the figures while they load. */
export const waitingFigures = (
  <div className="ingest-figures" aria-busy="true">
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className="ingest-figure mon-figure">
        <i className="skeleton" style={{ width: 96 }} />
        <i className="skeleton" style={{ width: 56, height: 22 }} />
        <i className="skeleton" style={{ width: 120 }} />
      </div>
    ))}
  </div>
);
