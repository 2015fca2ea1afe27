import { useQuery } from '@tanstack/react-query';
import { ChevronRight, PhoneCall } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { get } from '#kernel/web/http/http.ts';
import { useKeys } from '#kernel/web/keys/keys.ts';
import { useMay } from '#kernel/web/papers/papers.ts';
import { dayHeading, shortMoment, today } from '#kernel/web/words/dates.ts';
import { grouped } from '#kernel/web/words/plural.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import { repairForm } from '../repair/repair-form/repair-form.paper.ts';
import type { Pile, Pulse, Work } from './answers.ts';
import './work.css';

/** Each pile: its name, the rows it links to, and what stands behind a row. */
interface PileFace { readonly label: Label; readonly all: string; readonly row: string; readonly words: string; readonly when: string; readonly worry?: boolean }

const faces: Readonly<Record<string, PileFace>> = {
  toAccept: { label: ['待受理', 'To accept'], all: '/maintenance/asrepairform?view=toAccept', row: '/maintenance/asrepairform', words: 'description', when: 'createTime' },
  urges: { label: ['催单', 'Urges'], all: '/maintenance/asurgevisit?view=toAnswer', row: '/maintenance/asurgevisit', words: 'content', when: 'replyDeadline', worry: true },
  suspects: { label: ['疑似重复', 'Possible duplicates'], all: '/maintenance/asrepairform?view=suspects', row: '/maintenance/asrepairform', words: 'description', when: 'createTime' },
  pool: { label: ['待派工', 'To dispatch'], all: '/maintenance/registrationform?view=pool', row: '/maintenance/registrationform', words: 'content', when: 'expectDate' },
  onHold: { label: ['挂起', 'On hold'], all: '/maintenance/registrationform?view=onHold', row: '/maintenance/registrationform', words: 'content', when: 'holdUntil' },
};

function PileCard({ pile, face }: { pile: Pile; face: PileFace }): ReactElement {
  const t = useT();
  const first = pile.rows[0]?.[face.when];
  const said = (): string => {
    if (pile.count === 0 || !first) return t(['没有', 'none']);
    return face.when === 'createTime' ? t([`最早 ${shortMoment(String(first))}`, `oldest ${shortMoment(String(first))}`]) : t([`最近到期 ${shortMoment(String(first))}`, `next due ${shortMoment(String(first))}`]);
  };
  return (
    <section className="work-pile">
      <Link to={face.all} className="work-count" data-worry={face.worry && pile.count > 0} data-none={pile.count === 0}><span>{t(face.label)}</span><b>{grouped(pile.count)}</b><small className="quiet">{said()}</small><ChevronRight size={16} aria-hidden /></Link>
      {pile.rows.map((row) => (
        <Link key={row.id} to={`${face.row}?id=${row.id}`} className="work-row"><span>{row.customerName}</span><span className="work-words">{row[face.words]}</span><span className="quiet">{row[face.when] ? shortMoment(String(row[face.when])) : ''}</span></Link>
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
    <div className="work-hours" role="img" aria-label={t([`今天每小时报修：${shown.map((hour) => now.hours[hour]).join('、')}`, `Calls by the hour today: ${shown.map((hour) => now.hours[hour]).join(', ')}`])}>
      {shown.map((hour) => (
        <div key={hour} title={`${hour}:00 · ${now.hours[hour]} / ${before.hours[hour]}`}>
          <span className="work-bars"><i style={{ height: `${(now.hours[hour] / most) * 100}%` }} /><u style={{ bottom: `${(before.hours[hour] / most) * 100}%` }} /></span>
          <small className="quiet">{hour % 2 ? '' : hour}</small>
        </div>
      ))}
    </div>
  );
}

function Figure({ label, value, before, unit = '' }: { label: string; value: number; before: number; unit?: string }): ReactElement {
  const t = useT();
  return <div className="work-figure"><span>{label}</span><b>{grouped(value)}{unit && <small>{unit}</small>}</b><small className="quiet">{t([`上周同时段 ${before}`, `a week ago ${before}`])}</small></div>;
}

function Day({ now, before }: { now: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  return (
    <section className="work-day">
      <h2>{t(['今天的报修', 'Calls today'])} <small className="quiet">{t(['实心是今天，横线是上周同日', 'filled: today; line: the same weekday a week ago'])}</small></h2>
      <div><Hours today={now} before={before} /><div className="work-figures">
        <Figure label={t(['报修', 'Calls'])} value={now.came} before={before.came} /><Figure label={t(['已受理', 'Accepted'])} value={now.accepted} before={before.accepted} />
        <Figure label={t(['受理用时(中位)', 'Until accepted (median)'])} value={now.minutes} before={before.minutes} unit={t([' 分', ' min'])} />
      </div></div>
    </section>
  );
}

/** All piles as one card; the places are there before the numbers. */
function Piles({ data }: { data: Work | undefined }): ReactElement {
  const t = useT();
  const piles = (data?.piles ?? []).filter((pile) => faces[pile.name]);
  if (data && piles.length === 0) return <p className="work-nothing">{t(['没有等您处理的单据，菜单里可查看全部资料。', 'Nothing waits for you; the menu leads to everything you may read.'])}</p>;
  return <div className="work-piles">{data ? piles.map((pile) => <PileCard key={pile.name} pile={pile} face={faces[pile.name]} />) : [0, 1, 2, 3].map((at) => <section key={at} className="work-pile"><i className="skeleton" style={{ width: 120 }} /></section>)}</div>;
}

/** The first page: what waits for this person, counted, the oldest first, each count a link to exactly those rows. */
export default function WorkScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const go = useNavigate();
  const may = useMay(repairForm);
  const { data } = useQuery({ queryKey: ['counts', 'work'], queryFn: ({ signal }) => get<Work>('blade-maintenance/webApi/desk/work', {}, { signal }), refetchInterval: 60_000 });
  const takes = may('accept');
  useKeys(takes ? [{ keys: 'F2', label: ['来电受理', 'Take a call'], run: () => void go('/maintenance/desk'), typing: true }] : []);
  return (
    <div className="work">
      <header className="page-head">
        <h1>{t(['工作台', 'Workbench'])}</h1><span className="quiet">{dayHeading(today(), language)}</span>
        {data?.today && <span className="quiet">{t([`今天已受理 ${data.today.accepted} 单`, `${data.today.accepted} accepted today`])}</span>}
        {takes && <Link to="/maintenance/desk" className="button strong work-take"><PhoneCall size={16} aria-hidden /> {t(['来电受理', 'Take a call'])} <kbd>F2</kbd></Link>}
      </header>
      <Piles data={data} />
      {data?.today && data.before && <Day now={data.today} before={data.before} />}
    </div>
  );
}
