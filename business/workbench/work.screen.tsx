import { useQuery } from '@tanstack/react-query';
import { ChevronRight, PhoneCall } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useAllPapers, allRooms, findPaper, useMay } from '#kernel/web/registry/papers.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { type Pulse, type WorkbenchAnswer, readWork } from './work.calls.ts';
import './work.css';

const OVERDUE: Label = ['已逾期', 'overdue'];

/** Does with one row what works it off, where the person may: asks what the action asks. */
function QuickWork({ pile, row }: { pile: Pile; row: PileRow }): ReactElement | null {
  const t = useT();
  const of = findPaper(pile.paper);
  const action = (of?.lifecycle as Lifecycle | undefined)?.actions[pile.verb];
  return of && action && row.can ? (
    <QuickButton of={of} named={[pile.verb, action]} id={row.id} label={t(action.label)} />
  ) : null;
}

function QuickButton({
  of,
  named,
  id,
  label,
}: {
  of: AnyPaper;
  named: NamedAction;
  id: string;
  label: string;
}): ReactElement {
  const acting = useActing(of, () => void queryClient.invalidateQueries({ queryKey: ['counts', 'work'] }));
  return (
    <>
      <button
        type="button"
        className="button work-quick"
        onClick={() => {
          void fetchRow(of, id).then((fresh) => acting.run(named, [fresh]));
        }}
      >
        {label}
      </button>
      {acting.element}
    </>
  );
}

function PileCard({ pile }: { pile: Pile }): ReactElement {
  const t = useT();
  const [first] = pile.rows;
  const isLate = (row: PileRow): boolean => pile.when === 'due' && row.late;
  const late = (row: PileRow): string => `${t(pile.over ?? OVERDUE)} ${shortMoment(row.when)}`;
  const said = (): string => {
    if (pile.count === 0) return t(['没有', 'none']);
    if (!first?.when) return '';
    const when = shortMoment(first.when);
    if (pile.when === 'came') return t([`最早 ${when}`, `oldest ${when}`]);
    return isLate(first) ? late(first) : t([`最近到期 ${when}`, `next due ${when}`]);
  };
  return (
    <section className="work-pile">
      <Link to={pile.all} className="work-count" data-worry={pile.worry && pile.count > 0} data-none={pile.count === 0}>
        <span>{t(pile.label)}</span>
        <b>{grouped(pile.count)}</b>
        <small className="quiet" data-late={first !== undefined && isLate(first)}>
          {said()}
        </small>
        <ChevronRight size={16} aria-hidden />
      </Link>
      {pile.rows.map((row) => (
        <div key={row.id} className="work-line">
          <Link to={`${pile.row}${row.id}`} className="work-row">
            <span>{row.who}</span>
            <span className="work-words">{row.words}</span>
            <span className="quiet" data-late={isLate(row)}>
              {row.when && (isLate(row) ? late(row) : shortMoment(row.when))}
            </span>
          </Link>
          <QuickWork pile={pile} row={row} />
        </div>
      ))}
    </section>
  );
}

/** Calls by the hour: today filled, the same weekday a week ago as a line above its place. */
function Hours({ today: now, before }: { today: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  const most = Math.max(1, ...now.hours, ...before.hours);
  // The day's hours, and those of the night in which somebody called.
  const shown = Array.from({ length: 24 }, (_, at) => at).filter(
    (hour) => (hour >= 6 && hour < 22) || now.hours[hour] > 0 || before.hours[hour] > 0,
  );
  return (
    <div
      className="work-hours"
      role="img"
      aria-label={t([
        `今天每小时报修：${shown.map((hour) => now.hours[hour]).join('、')}`,
        `Calls by the hour today: ${shown.map((hour) => now.hours[hour]).join(', ')}`,
      ])}
    >
      {shown.map((hour) => (
        <div key={hour} title={`${hour}:00 · ${now.hours[hour]} / ${before.hours[hour]}`}>
          <span className="work-bars">
            <i style={{ height: `${(now.hours[hour] / most) * 100}%` }} />
            <u style={{ bottom: `${(before.hours[hour] / most) * 100}%` }} />
          </span>
          <small className="quiet">{hour % 2 ? '' : hour}</small>
        </div>
      ))}
    </div>
  );
}

function Figure({
  label,
  value,
  before,
  unit = '',
}: {
  label: string;
  value: number;
  before: number;
  unit?: string;
}): ReactElement {
  const t = useT();
  return (
    <div className="work-figure">
      <span>{label}</span>
      <b>
        {grouped(value)}
        {unit && <small>{unit}</small>}
      </b>
      <small className="quiet">{t([`前一周 ${before}`, `a week before ${before}`])}</small>
    </div>
  );
}

function Day({ day, now, before }: { day: string; now: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const isToday = day === today();
  return (
    <section className="work-day">
      <h2>
        {isToday
          ? t(['今天的报修', 'Calls today'])
          : t([`${dayHeading(day, language)} 的报修`, `Calls of ${dayHeading(day, language)}`])}{' '}
        <small className="quiet">
          {isToday
            ? t(['实心是今天，横线是上周同日', 'filled: today; line: the same weekday a week ago'])
            : t([
                '今天还没有报修，这是最近有报修的一天；横线是再前一周同日',
                'no calls yet today, so the last day with some; line: a week before it',
              ])}
        </small>
      </h2>
      <div>
        <Hours today={now} before={before} />
        <div className="work-figures">
          <Figure label={t(['报修', 'Calls'])} value={now.came} before={before.came} />
          <Figure label={t(['已受理', 'Accepted'])} value={now.accepted} before={before.accepted} />
          <Figure
            label={t(['受理用时(中位)', 'Until accepted (median)'])}
            value={now.minutes}
            before={before.minutes}
            unit={t([' 分', ' min'])}
          />
        </div>
      </div>
    </section>
  );
}

/** For who has no work in these papers: what he may look up, as the menu groups it. */
function StartPage(): ReactElement {
  const t = useT();
  const buttons = useButtons();
  const readable = useAllPapers().filter((of) => of.menu && buttons.has(buttonOf(of, 'view')));
  const groups = allRooms()
    .flatMap((room) => room.groups)
    .toSorted((one, other) => one.sort - other.sort)
    .map((group) => ({
      group,
      papers: readable
        .filter((of) => of.menu!.group === group.code)
        .toSorted((one, other) => one.menu!.sort - other.menu!.sort),
    }))
    .filter(({ papers }) => papers.length > 0);
  return (
    <section className="work-start">
      <p className="quiet">
        {groups.length
          ? t(['您的岗位没有待处理的受理工作。可查阅：', 'No intake work waits for your role. You may look up:'])
          : t([
              '您的岗位在此没有待办，也没有可查阅的资料。需要权限请联系管理员。',
              'Nothing waits here for your role, and there is nothing to look up. Ask your administrator for rights.',
            ])}
      </p>
      <div>
        {groups.map(({ group, papers }) => (
          <nav key={group.code} aria-label={t(group.label)}>
            <h2>{t(group.label)}</h2>
            <ul>
              {papers.map((of) => {
                const Icon = iconOf(of.menu?.icon);
                return (
                  <li key={of.name}>
                    <Link to={of.menu!.path}>
                      <Icon size={16} aria-hidden /> {t(of.title)}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </nav>
        ))}
      </div>
    </section>
  );
}

/** All piles as one card; the places are there before the numbers. */
function Piles({ data }: { data: WorkbenchAnswer | undefined }): ReactElement {
  const piles = data?.piles ?? [];
  if (data && piles.length === 0) return <StartPage />;
  return (
    <div className="work-piles">
      {data
        ? piles.map((pile) => <PileCard key={pile.name} pile={pile} />)
        : [0, 1, 2, 3].map((at) => (
            <section key={at} className="work-pile">
              <i className="skeleton" style={{ width: 120 }} />
            </section>
          ))}
    </div>
  );
}

/** The first page: what waits for this person, counted, the oldest first, each count a link to exactly those rows. */
export default function WorkScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const go = useNavigate();
  const may = useMay(repairForm);
  const { data } = useQuery({
    queryKey: ['counts', 'work'],
    queryFn: ({ signal }) => askCall(readWork, {}, { signal }),
    refetchInterval: 60_000,
  });
  const takes = may('accept');
  useKeys(
    takes
      ? [{ keys: 'F2', label: ['来电受理', 'Take a call'], run: () => void go('/maintenance/desk'), typing: true }]
      : [],
  );
  return (
    <div className="work">
      <header className="page-head">
        <h1>{t(['工作台', 'Workbench'])}</h1>
        <span className="quiet">{dayHeading(today(), language)}</span>
        {data?.today && data.day === today() && (
          <span className="quiet">
            {t([`今天已受理 ${data.today.accepted} 单`, `${data.today.accepted} accepted today`])}
          </span>
        )}
        {takes && (
          <Link to="/maintenance/desk" className="button strong work-take">
            <PhoneCall size={16} aria-hidden /> {t(['来电受理', 'Take a call'])} <kbd>F2</kbd>
          </Link>
        )}
      </header>
      <Piles data={data} />
      {data?.day && data.today && data.before && <Day day={data.day} now={data.today} before={data.before} />}
    </div>
  );
}
