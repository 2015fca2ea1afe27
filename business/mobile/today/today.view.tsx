import { Bell, Check, ChevronRight, RefreshCw, Wallet } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { taskStatus } from '#business/dispatch/dictionaries.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import {
  type Day,
  type DayStop,
  beginOf,
  isOpenVisit,
  isToCorrect,
  earlierDayOf,
  timeLeftLabel,
} from '../day.rules.ts';
import { type StoredDay, readDay, useDay, useStoredDay, usePlace } from '../use-day.view.tsx';
import { useSteps } from '../visit/use-steps.view.tsx';
import { FaultNote, Marks, NextVisit } from './next-visit.view.tsx';

/** Return the day as text: 11月21日 周六 / Sat 21 Nov. */
function useDayWords(day: string): string {
  const language = useLanguage();
  const date = new Date(`${day}T00:00:00`);
  const english = language === 'en';
  const words = new Intl.DateTimeFormat(english ? 'en-GB' : 'zh-CN', {
    day: 'numeric',
    month: english ? 'short' : 'long',
  }).format(date);
  const weekday = new Intl.DateTimeFormat(english ? 'en-GB' : 'zh-CN', { weekday: 'short' }).format(date);
  return english ? `${weekday} ${words}` : `${words} ${weekday}`;
}

const useToday = (): string => useStoredDay((state) => state.now).slice(0, 10);

/** The stops of the day along a line, with the kilometres between them. */
function Rail({ day }: { day: Day }): ReactElement | null {
  const t = useT();
  const { go } = usePlace();
  const today = useToday();
  if (day.stops.length === 0) return null;
  const whenOf = (visit: Visit): string => {
    const other = earlierDayOf(visit, today);
    return other ? t(other) : beginOf(visit).slice(11, 16);
  };
  const kindOf = ({ visit }: DayStop): string =>
    !isOpenVisit(visit)
      ? 'done'
      : visit.id === day.current?.id
        ? 'now'
        : visit.taskStatus === 'pendingAccept'
          ? 'ask'
          : 'wait';
  return (
    <ol className="day-rail" aria-label={t(['今天的路线', 'Today’s route'])}>
      {day.stops.map((stop, at) => (
        <li key={stop.visit.id} data-kind={kindOf(stop)}>
          {at > 0 && <i className="day-way">{stop.km === null ? '' : stop.km}</i>}
          <button
            type="button"
            onClick={() => go('visit', stop.visit.id)}
            aria-label={`${whenOf(stop.visit)} ${stop.visit.registration?.customerName ?? ''}`}
          >
            <span className="day-dot">{!isOpenVisit(stop.visit) && <Check size={12} aria-hidden />}</span>
            <small>{whenOf(stop.visit)}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Head({ stored, day }: { stored: StoredDay; day: Day }): ReactElement {
  const t = useT();
  const reading = useStoredDay((state) => state.reading);
  const heading = useDayWords(useToday());
  const { technician } = stored.own;
  const count = day.stops.length;
  return (
    <header className="day-head">
      <div className="day-title">
        <h1>{heading}</h1>
        <span className="quiet">{technician?.name}</span>
        <span className="spring" />
        <button
          type="button"
          className="day-icon"
          aria-label={t(['刷新', 'Read again'])}
          data-busy={reading}
          onClick={() => void readDay()}
        >
          <RefreshCw size={22} aria-hidden />
        </button>
        <Link className="day-icon" to="/maintenance/asmessage" aria-label={t(['消息', 'Messages'])}>
          <Bell size={22} aria-hidden />
        </Link>
      </div>
      {count > 0 && (
        <p className="day-sums">
          {[
            t([`${count} 单`, counted(count, 'visit')]),
            t([`完成 ${day.done}`, `${day.done} done`]),
            t([`路程 ${day.km} km`, `${day.km} km`]),
            ...(day.end ? [t([`约 ${day.end} 收工`, `until about ${day.end}`])] : []),
          ].join(' · ')}
        </p>
      )}
      <Rail day={day} />
    </header>
  );
}

/** One line for a visit other than the next one, with its urgent action. */
function Row({ stop }: { stop: DayStop }): ReactElement {
  const t = useT();
  const { go } = usePlace();
  const { visit } = stop;
  const { begin, busy } = useSteps(visit);
  const other = earlierDayOf(visit, useToday());
  return (
    <li className="day-row" data-visit={visit.id}>
      <button type="button" className="day-open" onClick={() => go('visit', visit.id)}>
        <span className="day-when">
          <b>{beginOf(visit).slice(11, 16)}</b>
          {other && <small className="day-other">{t(other)}</small>}
          {stop.minutes !== null && isOpenVisit(visit) && (
            <small>{t([`路 ${stop.minutes} 分`, `${stop.minutes} min`])}</small>
          )}
        </span>
        <span className="day-who">
          <b>
            {visit.registration?.customerName} <Marks visit={visit} />
          </b>
          <small>
            <FaultNote visit={visit} />
          </small>
        </span>
      </button>
      {visit.taskStatus === 'pendingAccept' ? (
        <button type="button" className="day-button soft" disabled={busy} onClick={() => begin('accept')}>
          {t(['接单', 'Accept'])}
        </button>
      ) : isToCorrect(visit) ? (
        <span className="pill amber">{t(['待重填', 'To correct'])}</span>
      ) : (
        <KeyPill of={taskStatus} value={visit.taskStatus} />
      )}
    </li>
  );
}

function Rows({
  title,
  side,
  stops,
}: {
  title: string;
  side?: string;
  stops: readonly DayStop[];
}): ReactElement | null {
  if (stops.length === 0) return null;
  return (
    <section>
      <h2 className="day-caption">
        <span>{title}</span>
        {side && <span className="day-amber">{side}</span>}
      </h2>
      <ul className="day-card day-rows">
        {stops.map((stop) => (
          <Row key={stop.visit.id} stop={stop} />
        ))}
      </ul>
    </section>
  );
}

const bare = (visits: readonly Visit[]): DayStop[] => visits.map((visit) => ({ visit, km: null, minutes: null }));

/** Visits of the next days, grouped by day. */
function Later({ visits }: { visits: readonly Visit[] }): ReactElement[] {
  const days = [...new Set(visits.map((visit) => beginOf(visit).slice(0, 10)))];
  return days.map((day) => (
    <Rows key={day} title={shortMoment(day)} stops={bare(visits.filter((visit) => beginOf(visit).startsWith(day)))} />
  ));
}

/** The cash and used parts that the technician must hand over. */
function Owed({ stored }: { stored: StoredDay }): ReactElement | null {
  const t = useT();
  const { go } = usePlace();
  const old = stored.bag
    .filter((item) => item.materialStatus === 'used')
    .reduce((sum, item) => sum + Number(item.onHand), 0);
  if (!stored.cash && old === 0) return null;
  return (
    <button type="button" className="day-owed" onClick={() => go('cash')}>
      <Wallet size={20} aria-hidden />
      <span>
        {[
          ...(stored.cash
            ? [
                t([
                  `待交现金 ¥${grouped(Number(stored.cash.amount))}`,
                  `Cash to hand over ¥${grouped(Number(stored.cash.amount))}`,
                ]),
              ]
            : []),
          ...(old ? [t([`旧件 ${old} 件`, counted(old, 'old part')])] : []),
        ].join(' · ')}
      </span>
      <ChevronRight size={18} aria-hidden />
    </button>
  );
}

/** The page of today: totals, the route, the next visit in full, and one line for each other visit. */
export function Today(): ReactElement {
  const t = useT();
  const { stored, day, now, ready } = useDay();
  if (!stored || !day)
    return ready ? (
      <p className="day-none">
        {t([
          '手机里还没有今天的任务：联网后自动读取。',
          'No day on this phone yet: it is read as soon as there is a network.',
        ])}
      </p>
    ) : (
      <div className="day-wait" aria-busy="true">
        <i className="skeleton" style={{ width: '60%' }} />
        <i className="skeleton" style={{ width: '90%' }} />
        <i className="skeleton" style={{ width: '40%' }} />
      </div>
    );
  if (!stored.own.technician)
    return (
      <p className="day-none">
        {t(['这个账号没有对应的技师档案，请联系班组长。', 'No technician belongs to this account; ask your leader.'])}
      </p>
    );
  const current = day.stops.find((stop) => stop.visit.id === day.current?.id);
  const rest = day.stops.filter((stop) => stop !== current && (isOpenVisit(stop.visit) || isToCorrect(stop.visit)));
  const asking = rest.map((stop) => stop.visit).filter((visit) => visit.taskStatus === 'pendingAccept');
  const due = asking
    .map((visit) => visit.acceptDue)
    .filter((one): one is string => Boolean(one))
    .toSorted()[0];
  const left = due ? minutesBetween(now, due) : null;
  return (
    <>
      <Head stored={stored} day={day} />
      <div className="day-body">
        {current ? (
          <NextVisit stop={current} bag={stored.bag} now={now} />
        ) : (
          <p className="day-none">
            {day.stops.length
              ? t(['今天的单都做完了。', 'All of today’s visits are done.'])
              : t(['今天没有任务。', 'No visits today.'])}
          </p>
        )}
        <Rows
          title={t([`接下来 ${rest.length} 单`, `${rest.length} more`])}
          side={
            asking.length
              ? t([
                  `${asking.length} 单待接${left === null ? '' : left < 0 ? '，已超时' : `，剩 ${timeLeftLabel(left)[0]}`}`,
                  `${asking.length} to accept${left === null ? '' : left < 0 ? ', overdue' : `, ${timeLeftLabel(left)[1]}`}`,
                ])
              : ''
          }
          stops={rest}
        />
        {Later({ visits: day.later })}
        <Rows
          title={t(['已完成', 'Done'])}
          stops={day.stops.filter((stop) => !isOpenVisit(stop.visit) && !isToCorrect(stop.visit))}
        />
        <Owed stored={stored} />
      </div>
    </>
  );
}
