import { useQuery } from '@tanstack/react-query';
import { ChevronRight, PhoneCall } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useAllPapers, allRooms, useMay } from '#kernel/web/registry/papers.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { type Pulse, type WorkbenchAnswer, readWork } from './work.calls.ts';
import './work.css';

/** Each pile: its name, the rows it links to, and what stands behind a row. */
interface PileFace {
  readonly label: Label;
  readonly all: string;
  readonly row: string;
  readonly when: 'came' | 'due';
  readonly worry?: boolean;
  /** What one is called whose time is over, where it is not merely late. */ readonly over?: Label;
}

const faces: Readonly<Record<string, PileFace>> = {
  toAccept: {
    label: ['待受理', 'To accept'],
    all: '/maintenance/asrepairform?view=toAccept',
    row: '/maintenance/asrepairform',
    when: 'came',
  },
  urges: {
    label: ['催单', 'Urges'],
    all: '/maintenance/asurgevisit?view=toAnswer',
    row: '/maintenance/asurgevisit',
    when: 'due',
    worry: true,
  },
  suspects: {
    label: ['疑似重复', 'Possible duplicates'],
    all: '/maintenance/asrepairform?view=suspects',
    row: '/maintenance/asrepairform',
    when: 'came',
  },
  pool: {
    label: ['待派工', 'To dispatch'],
    all: '/maintenance/registrationform?view=pool',
    row: '/maintenance/registrationform',
    when: 'due',
  },
  certificates: {
    label: ['证书临期', 'Certificates ending'],
    all: '/maintenance/astechnician?view=certificates',
    row: '/maintenance/astechnician',
    when: 'due',
    worry: true,
    over: ['已过期', 'expired'],
  },
  standards: {
    label: ['待发布标准', 'Standards to publish'],
    all: '/maintenance/asservicestandards?publishStatus=draft',
    row: '/maintenance/asservicestandards',
    when: 'came',
  },
  visitsToConfirm: {
    label: ['上门待确认', 'Visits to confirm'],
    all: '/maintenance/confirm',
    row: '/maintenance/dispatchlist',
    when: 'came',
  },
  delays: {
    label: ['延期待审', 'Delays to judge'],
    all: '/maintenance/asdelayworkregistration?view=toJudge',
    row: '/maintenance/asdelayworkregistration',
    when: 'due',
  },
  completionsToCheck: {
    label: ['完工待审', 'Completions to check'],
    all: '/maintenance/check',
    row: '/maintenance/ascompletionregistration',
    when: 'came',
  },
  cashToTakeOver: {
    label: ['现金待交', 'Cash to take over'],
    all: '/maintenance/financeboard',
    row: '/maintenance/ascollectdetaileds',
    when: 'came',
    worry: true,
  },
  moneyToApprove: {
    label: ['收款待审', 'Money to approve'],
    all: '/maintenance/ascollectdetaileds?view=toApprove',
    row: '/maintenance/ascollectdetaileds',
    when: 'came',
  },
  piecesToAffirm: {
    label: ['计件待确认', 'Pieces to confirm'],
    all: '/maintenance/aspieceworkaudit',
    row: '/maintenance/aspieceworkaudit',
    when: 'came',
    worry: true,
  },
  piecesToAudit: {
    label: ['计件待审', 'Pieces to audit'],
    all: '/maintenance/aspieceworkaudit',
    row: '/maintenance/aspieceworkaudit',
    when: 'came',
  },
  disputes: {
    label: ['工资异议', 'Wage disputes'],
    all: '/maintenance/wages/dispute?view=open',
    row: '/maintenance/wages/dispute',
    when: 'came',
    worry: true,
  },
  wageLines: {
    label: ['工资明细待批', 'Wage lines to approve'],
    all: '/maintenance/wages/detail?view=toApprove',
    row: '/maintenance/wages/detail',
    when: 'came',
  },
  leaves: {
    label: ['请假待批', 'Leave to approve'],
    all: '/maintenance/asleaveform?view=toJudge',
    row: '/maintenance/asleaveform',
    when: 'due',
  },
  adjustments: {
    label: ['库存调整待批', 'Adjustments to approve'],
    all: '/maintenance/asstockadjust?view=draft',
    row: '/maintenance/asstockadjust',
    when: 'came',
  },
  onHold: {
    label: ['挂起', 'On hold'],
    all: '/maintenance/registrationform?view=onHold',
    row: '/maintenance/registrationform',
    when: 'due',
  },
};

const OVERDUE: Label = ['已逾期', 'overdue'];

function PileCard({ pile, face }: { pile: Pile; face: PileFace }): ReactElement {
  const t = useT();
  const [first] = pile.rows;
  const isLate = (row: PileRow): boolean => face.when === 'due' && row.late;
  const late = (row: PileRow): string => `${t(face.over ?? OVERDUE)} ${shortMoment(row.when)}`;
  const said = (): string => {
    if (pile.count === 0) return t(['没有', 'none']);
    if (!first?.when) return '';
    const when = shortMoment(first.when);
    if (face.when === 'came') return t([`最早 ${when}`, `oldest ${when}`]);
    return isLate(first) ? late(first) : t([`最近到期 ${when}`, `next due ${when}`]);
  };
  return (
    <section className="work-pile">
      <Link to={face.all} className="work-count" data-worry={face.worry && pile.count > 0} data-none={pile.count === 0}>
        <span>{t(face.label)}</span>
        <b>{grouped(pile.count)}</b>
        <small className="quiet" data-late={first !== undefined && isLate(first)}>
          {said()}
        </small>
        <ChevronRight size={16} aria-hidden />
      </Link>
      {pile.rows.map((row) => (
        <Link key={row.id} to={`${face.row}?id=${row.id}`} className="work-row">
          <span>{row.who}</span>
          <span className="work-words">{row.words}</span>
          <span className="quiet" data-late={isLate(row)}>
            {row.when && (isLate(row) ? late(row) : shortMoment(row.when))}
          </span>
        </Link>
      ))}
    </section>
  );
}

/** Calls by the hour: today filled, the same weekday a week ago as a line above its place. */
function Hours({ today: now, before }: { today: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  const most = Math.max(1, ...now.hours, ...before.hours);
  const shown = Array.from({ length: 16 }, (_, at) => at + 6);
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
      <small className="quiet">{t([`上周同时段 ${before}`, `a week ago ${before}`])}</small>
    </div>
  );
}

function Day({ now, before }: { now: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  return (
    <section className="work-day">
      <h2>
        {t(['今天的报修', 'Calls today'])}{' '}
        <small className="quiet">
          {t(['实心是今天，横线是上周同日', 'filled: today; line: the same weekday a week ago'])}
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
  const piles = (data?.piles ?? []).filter((pile) => faces[pile.name]);
  if (data && piles.length === 0) return <StartPage />;
  return (
    <div className="work-piles">
      {data
        ? piles.map((pile) => <PileCard key={pile.name} pile={pile} face={faces[pile.name]} />)
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
        {data?.today && (
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
      {data?.today && data.before && <Day now={data.today} before={data.before} />}
    </div>
  );
}
