import { ChevronLeft, ChevronRight } from 'lucide-react';
import { SegmentedControl } from '../../../pickers/choice/segmented-control.tsx';
import { type DragEvent, type ReactElement, useEffect, useState } from 'react';
import type { Label, Language } from '#kernel/language/label.ts';
import { RowFaces } from '../../../detail/presence/row-faces.tsx';
import { isDraft } from '../../../form/use-saving.ts';
import { dayHeading, today } from '../../../i18n/dates.ts';
import { counted, grouped } from '../../../i18n/plural.ts';
import { useLanguage, useT } from '../../../i18n/words.ts';
import { refresh } from '../../../query/client.ts';
import { saveRow } from '../../../registry/paper-calls.ts';
import type { WireRow } from '../../../registry/rows.ts';
import { toast } from '../../../toast/toasts.ts';
import { useCardParts } from '../../rows/card-parts.tsx';
import { NoRows, openRow } from '../../list-table.tsx';
import type { ListScreenState } from '../../state/use-list-screen.ts';
import { isWeek, otherSpan, spanAfter } from './days.rules.ts';
import { calendarOf, movedTo, whyFixed } from './move.ts';
import { useLaid } from '../use-laid.ts';
import { type Calendar, type CalendarDay, useCalendar } from './use-calendar.ts';
import './calendar.css';

/** Number of rows shown per day in a month. In a week there is room for more, so it has another number. */
const SHOWN = 3;
const SHOWN_A_WEEK = 30;

function Entry({
  screen,
  row,
  onDrag,
}: {
  screen: ListScreenState;
  row: WireRow;
  onDrag: (row: WireRow | null) => void;
}): ReactElement {
  const { of } = screen;
  const { first, show } = useCardParts(screen, row);
  const life = of.lifecycle;
  const tone = life?.states.items[String(row[life.field])]?.[2] ?? 'grey';
  const time = String(row[calendarOf(of).from] ?? '').slice(11, 16);
  return (
    <li
      data-id={row.id}
      data-current={screen.cursor === row.id || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.id);
        event.dataTransfer.effectAllowed = 'move';
        screen.setCursor(row.id);
        // Change the look of the entry only after the browser has taken its drag image; an earlier change would cancel
        // the drag.
        setTimeout(() => onDrag(row));
      }}
      onDragEnd={() => onDrag(null)}
    >
      <button type="button" className="calendar-entry" data-tone={tone} onClick={() => openRow(screen, row)}>
        {time && <small>{time}</small>}
        <span>{show(row, first) || '—'}</span>
        {life && <small className="calendar-state">{row._names?.[life.field]}</small>}
        <RowFaces of={of} id={row.id} />
      </button>
    </li>
  );
}

interface DayProps {
  readonly screen: ListScreenState;
  readonly calendar: Calendar;
  readonly one: CalendarDay;
  readonly dragged: WireRow | null;
  readonly mayDrop: boolean;
  readonly onDrag: (row: WireRow | null) => void;
  readonly onDrop: (day: string) => void;
}

function Day({ screen, calendar, one, dragged, mayDrop, onDrag, onDrop }: DayProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { from, to } = calendarOf(screen.of);
  const most = isWeek(calendar.span) ? SHOWN_A_WEEK : SHOWN;
  const rest = one.count - Math.min(one.rows.length, most);
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent): void => {
    if (!dragged || !mayDrop) return;
    event.preventDefault();
    setOver(true);
  };
  const wholeDay = (): void =>
    screen.state.change({
      as: undefined,
      month: undefined,
      [`${from}_datelt`]: one.day,
      [`${to ?? from}_dategt`]: one.day,
    });
  return (
    <td
      className="calendar-day"
      data-day={one.day}
      data-beside={(!isWeek(calendar.span) && one.day.slice(0, 7) !== calendar.span) || undefined}
      data-today={one.day === today() || undefined}
      data-empty={one.count === 0 || undefined}
      data-over={(over && dragged !== null) || undefined}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(one.day);
      }}
    >
      <header>
        <b aria-label={dayHeading(one.day, language)}>{Number(one.day.slice(8))}</b>
        <span className="calendar-long" aria-hidden>
          {dayHeading(one.day, language)}
        </span>
        {one.count > 0 && <small>{grouped(one.count)}</small>}
      </header>
      <ul>
        {one.rows.slice(0, most).map((row) => (
          <Entry key={row.id} screen={screen} row={row} onDrag={onDrag} />
        ))}
      </ul>
      {(rest > 0 || one.more) && (
        <button type="button" className="link calendar-more" onClick={wholeDay}>
          {rest > 0 ? t([`还有 ${rest} 条`, `${counted(rest, 'more row')}`]) : t(['可能还有更多', 'There may be more'])}
        </button>
      )}
    </td>
  );
}

/** Return the name of the span: a month, or the first and the last day of a week. */
function spanName({ span, weeks }: Calendar, language: Language): string {
  const locale = language === 'en' ? 'en-GB' : 'zh-CN';
  if (!isWeek(span))
    return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(new Date(`${span}-15T12:00:00`));
  const [first, last] = [weeks[0][0], weeks[0][6]].map(({ day }) => new Date(`${day}T12:00:00`));
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).formatRange(first, last);
}

/** Head of the calendar: the name of the span, and the buttons to other months and weeks. */
function Head({
  screen: { of },
  calendar,
  go,
  why,
}: {
  screen: ListScreenState;
  calendar: Calendar;
  go: (span: string | undefined) => void;
  why: Label | null;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const week = isWeek(calendar.span);
  const steps: readonly [Label, Label] = week
    ? [
        ['上一周', 'Week before'],
        ['下一周', 'Next week'],
      ]
    : [
        ['上个月', 'Month before'],
        ['下个月', 'Next month'],
      ];
  return (
    <header className="calendar-head">
      <button
        type="button"
        className="icon-button"
        aria-label={t(steps[0])}
        onClick={() => go(spanAfter(calendar.span, -1))}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <h2>{spanName(calendar, language)}</h2>
      <button
        type="button"
        className="icon-button"
        aria-label={t(steps[1])}
        onClick={() => go(spanAfter(calendar.span, 1))}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
      <button type="button" className="button small" onClick={() => go(week ? today() : undefined)}>
        {t(['今天', 'Today'])}
      </button>
      <SegmentedControl
        label={t(['月或周', 'Month or week'])}
        items={[
          { key: 'month', label: t(['月', 'Month']) },
          { key: 'week', label: t(['周', 'Week']) },
        ]}
        value={week ? 'week' : 'month'}
        onChange={(one) => (one === 'week') !== week && go(otherSpan(calendar.span, today()))}
      />
      <span className="quiet">{t(of.fields[calendarOf(of).from].label)}</span>
      {why && (
        <span className="calendar-why" role="status">
          {t(why)}
        </span>
      )}
    </header>
  );
}

/**
 * The rows of a list in a calendar of a month or a week. Dragging a row to another day saves it, with the checks of the
 * form.
 */
export default function CalendarMonth({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { of, state } = screen;
  const calendar = useCalendar(of, state, screen.view);
  useLaid(screen, calendar.rows);
  const [dragged, setDragged] = useState<WireRow | null>(null);
  const why = dragged && whyFixed(of, dragged);
  const go = (month: string | undefined): void => state.change({ month }, true);
  const put = async (row: WireRow, day: string): Promise<void> => {
    setDragged(null);
    const before = String(row[calendarOf(of).from] ?? '').slice(0, 10);
    if (before === day || whyFixed(of, row)) return;
    const send = (from: WireRow, to: string): Promise<WireRow> =>
      saveRow(of, {
        id: from.id,
        version: from.version,
        ...movedTo(of, from, to),
        ...(isDraft(of, from) && { draft: true }),
      }).finally(() => refresh(of.name));
    // A refusal is shown by the call, so it is ignored here.
    const saved = await send(row, day).catch(() => null);
    if (saved)
      toast.good(t([`已改到${dayHeading(day, 'zh')}`, `Moved to ${dayHeading(day, 'en')}`]), {
        label: t(['撤销', 'Undo']),
        run: () => void send({ ...row, ...saved }, before).catch(() => undefined),
      });
  };
  // On a phone the month is higher than the window, so scroll to the present day.
  useEffect(() => {
    if (!calendar.rows.loading)
      document.querySelector('.calendar-day[data-today]:not([data-beside])')?.scrollIntoView({ block: 'nearest' });
  }, [calendar.rows.loading, calendar.span]);
  if (calendar.rows.error) return <NoRows screen={screen} />;
  return (
    <div
      className="calendar"
      data-week={isWeek(calendar.span)}
      data-dim={calendar.rows.dim}
      aria-busy={calendar.rows.loading || calendar.rows.dim}
    >
      <Head screen={screen} calendar={calendar} go={go} why={why} />
      <table>
        <thead>
          <tr>
            {calendar.weeks[0].map(({ day }) => (
              <th key={day} scope="col">
                {new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { weekday: 'short' }).format(
                  new Date(`${day}T12:00:00`),
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.weeks.map((week) => (
            <tr key={week[0].day}>
              {week.map((one) => (
                <Day
                  key={one.day}
                  screen={screen}
                  calendar={calendar}
                  one={one}
                  dragged={dragged}
                  mayDrop={!why}
                  onDrag={setDragged}
                  onDrop={(day) => {
                    if (dragged) void put(dragged, day);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
