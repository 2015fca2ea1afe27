import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { minutesBetween, secondsBetween } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import type { SapComparison, QueueLane, Queue, QueueRow } from './cockpit.calls.ts';
import type { Steps } from './use-cockpit.view.tsx';

const tones: Readonly<Record<QueueRow['state'], string>> = {
  failed: 'red',
  sending: 'cyan',
  retry: 'amber',
  blocked: 'grey',
  queued: 'amber',
};

const HOUR = 3600;

/** Return the state of a row in words, with its time. */
function stateWords({ state, sentAt, nextAt }: QueueRow, now: string): Label {
  const seconds = sentAt ? Math.max(0, secondsBetween(sentAt, now)) : 0;
  const minutes = nextAt ? Math.max(1, minutesBetween(now, nextAt)) : 1;
  const all: Readonly<Record<QueueRow['state'], Label>> = {
    failed: ['失败', 'Failed'],
    sending: seconds < HOUR ? [`发送中 ${seconds} 秒`, `Sending for ${seconds} s`] : ['发送中', 'Sending'],
    retry: [`${minutes} 分后再试`, `Again in ${minutes} min`],
    blocked: ['等前面失败的', 'Waits for a failed one'],
    queued: ['排队中', 'Queued'],
  };
  return all[state];
}

/** Return the state of a pause between two tries. */
function pauseState({ tries, state }: QueueRow, at: number): 'past' | 'now' | 'later' {
  if (at < tries - 1 || (state === 'failed' && at < tries)) return 'past';
  return at === tries - 1 ? 'now' : 'later';
}

/** The pauses between the tries: past ones, the present one, and those to come. */
function Pauses({ row, pauses }: { row: QueueRow; pauses: Queue['pauses'] }): ReactElement | null {
  const t = useT();
  if (row.tries < 1) return null;
  return (
    <span className="sapc-pauses" title={t([`试了 ${row.tries} 次`, `${row.tries} tries`])}>
      {pauses.map((minutes, at) => (
        <i key={minutes} data-state={pauseState(row, at)}>
          {minutes}
          {at === 0 && t([' 分', ' min'])}
        </i>
      ))}
    </span>
  );
}

/** Return a movement in words: a transfer has two warehouses, an issue or a receipt one. */
function movementWords({ fromWhsCode, toWhsCode }: QueueRow): Label {
  if (fromWhsCode && toWhsCode) return [`转储 ${fromWhsCode}→${toWhsCode}`, `Transfer ${fromWhsCode}→${toWhsCode}`];
  return fromWhsCode ? [`发货 ${fromWhsCode}`, `Issue ${fromWhsCode}`] : [`收货 ${toWhsCode}`, `Receipt ${toWhsCode}`];
}

interface RowProps {
  readonly row: QueueRow;
  readonly now: string;
  readonly pauses: Queue['pauses'];
  readonly steps: Steps;
}

/** A row that failed, is sent, or waits for its next try. */
function LargeRow({ row, now, pauses, steps }: RowProps): ReactElement {
  const t = useT();
  return (
    <li className="sapc-flow" data-flow={row.id} data-state={row.state}>
      <p>
        <Link className="mono" to={`/maintenance/assapwarehouseflow?id=${row.id}`}>
          {row.flowNo}
        </Link>
        <span>{t(movementWords(row))}</span>
        <span className="spring" />
        <span className={`pill ${tones[row.state]}`}>{t(stateWords(row, now))}</span>
      </p>
      <p>
        {row.to ? (
          <Link className="mono" to={row.to}>
            {row.billNo}
          </Link>
        ) : (
          <span className="mono">{row.billNo}</span>
        )}
        <span className="sapc-name">
          {row.itemName} {quantityText(row.qty)}
        </span>
        <span className="spring" />
        <Pauses row={row} pauses={pauses} />
      </p>
      {row.error && <p className="sapc-red sapc-error">{row.error}</p>}
      {row.state === 'failed' && (steps.mayRetry || steps.maySkip) && (
        <p>
          {steps.mayRetry && (
            <button type="button" className="button" onClick={() => steps.retry([row.id])}>
              <RotateCcw size={14} aria-hidden /> {t(['核对重推', 'Ask again'])} <kbd>R</kbd>
            </button>
          )}
          <span className="spring" />
          {steps.maySkip ? (
            <button type="button" className="link danger" onClick={() => steps.skip([row.id])}>
              {t(['跳过', 'Skip'])}
            </button>
          ) : (
            <span className="quiet">{t(['跳过：经理写原因', 'Skip: managers only'])}</span>
          )}
        </p>
      )}
    </li>
  );
}

function SmallRow({ row }: { row: QueueRow }): ReactElement {
  const t = useT();
  return (
    <li className="sapc-waiting" data-flow={row.id} data-state={row.state}>
      <span className="quiet">{row.place}</span>
      <Link className="mono" to={`/maintenance/assapwarehouseflow?id=${row.id}`} title={row.flowNo}>
        …{row.flowNo.slice(-4)}
      </Link>
      <span className="sapc-name">
        {row.itemName} {quantityText(row.qty)}
      </span>
      <span className="sapc-amber">
        {t(row.state === 'blocked' ? ['等前面失败的', 'Waits'] : ['排队中', 'Queued'])}
      </span>
    </li>
  );
}

function laneLabel({ code, name, isOfVans }: QueueLane): Label {
  if (!code) return ['SAP 写入', 'Written by SAP'];
  return isOfVans ? [`车辆 ${code}`, `Vans ${code}`] : [`${name} ${code}`.trim(), `${name} ${code}`.trim()];
}

function laneFacts({ failed, waiting, lastAt }: QueueLane): Label {
  if (!failed && !waiting)
    return lastAt
      ? [
          `没有在等的，最近 ${shortMoment(lastAt, 'zh')} 推成`,
          `Nothing waits; the last one at ${shortMoment(lastAt, 'en')}`,
        ]
      : ['没有在等的', 'Nothing waits'];
  return [
    [failed && `失败 ${failed}`, waiting && `排队 ${waiting}`].filter(Boolean).join('　'),
    [failed && `${failed} failed`, waiting && `${waiting} queued`].filter(Boolean).join(', '),
  ];
}

function LaneView({ lane, ...of }: { lane: QueueLane } & Omit<RowProps, 'row'>): ReactElement {
  const t = useT();
  const isSmall = (row: QueueRow): boolean => row.state === 'queued' || row.state === 'blocked';
  return (
    <section className="sapc-lane" data-lane={lane.code}>
      <h3>
        {t(laneLabel(lane))} <span className="quiet">{t(laneFacts(lane))}</span>
      </h3>
      <ul>
        {lane.rows.map((row) =>
          isSmall(row) ? <SmallRow key={row.id} row={row} /> : <LargeRow key={row.id} row={row} {...of} />,
        )}
      </ul>
      {lane.more > 0 && (
        <p className="quiet sapc-more">{t([`另 ${grouped(lane.more)} 笔`, `${grouped(lane.more)} more`])}</p>
      )}
    </section>
  );
}

/** Does SAP answer, and how fast? */
function Reach({ comparison }: { comparison: SapComparison | undefined }): ReactElement | null {
  const t = useT();
  if (!comparison) return null;
  const seconds = (comparison.tookMs / 1000).toFixed(1);
  return (
    <span className="sapc-reach" data-away={!comparison.answers || undefined}>
      <i aria-hidden />
      {comparison.answers
        ? t([`SAP 可达，${seconds} 秒`, `SAP answers in ${seconds} s`])
        : t(['SAP 没有应答', 'SAP does not answer'])}
    </span>
  );
}

/** How the queue worked today, and in 30 days. */
function Totals({ queue: { today, month } }: { queue: Queue }): ReactElement {
  const t = useT();
  const share = month.pushed ? ((month.first * 100) / month.pushed).toFixed(1) : '0';
  const seconds = month.seconds === null ? '—' : month.seconds.toFixed(1);
  return (
    <footer className="sapc-totals">
      <p>
        {t([
          `今天　已推 ${today.pushed}，重试后成 ${today.afterRetry}，失败 ${today.failed}`,
          `Today: ${today.pushed} pushed, ${today.afterRetry} after a retry, ${today.failed} failed`,
        ])}
      </p>
      <p className="quiet">
        {t([
          `近 30 天 ${grouped(month.rows)} 笔，一次成 ${share}%，中位 ${seconds} 秒`,
          `30 days: ${grouped(month.rows)} rows, ${share}% at the first try, median ${seconds} s`,
        ])}
      </p>
    </footer>
  );
}

/** The queue to SAP: one row of a warehouse at a time, with what failed first. */
export function QueueSide({
  queue,
  comparison,
  steps,
}: {
  queue: Queue | undefined;
  comparison: SapComparison | undefined;
  steps: Steps;
}): ReactElement {
  const t = useT();
  return (
    <aside className="sapc-side" aria-label={t(['推送队列', 'Queue to SAP'])} tabIndex={0} role="region">
      <header>
        <h2>{t(['推送队列', 'Queue'])}</h2>
        {queue && (
          <span className="quiet">
            {t([`${queue.total} 笔，每仓一笔一笔发`, `${queue.total} rows, one at a time a warehouse`])}
          </span>
        )}
        <span className="spring" />
        <Reach comparison={comparison} />
      </header>
      <div className="sapc-lanes">
        {queue?.lanes.map((lane) => (
          <LaneView key={lane.code} lane={lane} now={queue.now} pauses={queue.pauses} steps={steps} />
        ))}
        {!queue && <i className="skeleton" style={{ width: '60%', margin: 16 }} />}
      </div>
      {queue && <Totals queue={queue} />}
    </aside>
  );
}
