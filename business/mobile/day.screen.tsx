import { CalendarCheck, Package, User, Wallet } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { isOpenVisit } from './day.rules.ts';
import { FilledPlace, useLoadedPlace } from '#kernel/web/registry/places.tsx';
import { bagPlace, dayWorkPlace, refusedStepPlace } from './day-places.view.tsx';
import { FinishPage } from './finish/finish-page.view.tsx';
import { MePage } from './me/me-page.view.tsx';
import { SlipPage } from './me/slip-page.view.tsx';
import { BagPage } from './pay/bag-page.view.tsx';
import { CashPage } from './pay/cash-page.view.tsx';
import { Banner, QueuePage } from './queue-page.view.tsx';
import { SheetHost } from '#business/completion/finish/sheet.view.tsx';
import { Today } from './today/today.view.tsx';
import { type View, useDay, useDayWork, usePlace } from './use-day.view.tsx';
import { VisitPage } from './visit/visit-page.view.tsx';
import '#business/completion/finish/styles/phone.css';

const places: readonly { readonly view: View; readonly label: Label; readonly Icon: typeof User }[] = [
  { view: 'today', label: ['今天', 'Today'], Icon: CalendarCheck },
  { view: 'bag', label: ['物料', 'Materials'], Icon: Package },
  { view: 'cash', label: ['收款', 'Payments'], Icon: Wallet },
  { view: 'me', label: ['我的', 'Me'], Icon: User },
];

/** The four tabs at the bottom, each with its count. */
function Places({ view }: { view: View }): ReactElement {
  const t = useT();
  const { go } = usePlace();
  const { stored, day } = useDay();
  const marks: Partial<Record<View, number>> = {
    today: day?.stops.filter((stop) => isOpenVisit(stop.visit) && stop.visit.taskStatus === 'pendingAccept').length,
    cash: stored?.cash?.lines,
  };
  return (
    <nav className="day-places" aria-label={t(['页面', 'Pages'])}>
      {places.map(({ view: to, label, Icon }) => (
        <button key={to} type="button" aria-current={view === to ? 'page' : undefined} onClick={() => go(to)}>
          <span className="with-badge">
            <Icon size={24} aria-hidden />
            {marks[to] ? <i className="badge">{marks[to]}</i> : null}
          </span>
          {t(label)}
        </button>
      ))}
    </nav>
  );
}

function Page({ view, id }: { view: View; id: string }): ReactElement {
  if (view === 'visit') return <VisitPage key={id} id={id} />;
  if (view === 'finish') return <FinishPage key={id} id={id} />;
  if (view === 'queue') return <QueuePage />;
  if (view === 'bag') return <BagPage />;
  if (view === 'cash') return <CashPage />;
  if (view === 'me') return <MePage />;
  return view === 'slip' ? <SlipPage key={id} id={id} /> : <Today />;
}

const NOTHING = {};

/** The technician's day, for one-handed use without a network. On a phone it has its own bars. */
export default function DayScreen(): ReactElement {
  const { view, id, go } = usePlace();
  const ready = useOutbox((state) => state.ready);
  useDayWork();
  useLoadedPlace(bagPlace);
  useLoadedPlace(refusedStepPlace);
  useEffect(() => {
    document.documentElement.dataset.ownBars = '';
    return () => {
      delete document.documentElement.dataset.ownBars;
    };
  }, []);
  return (
    <div className="day" data-view={view} aria-busy={!ready || undefined}>
      {view !== 'queue' && <Banner onOpen={() => go('queue')} />}
      <div className="day-page">
        <Page view={view} id={id} />
      </div>
      {['today', 'bag', 'cash', 'me'].includes(view) && <Places view={view} />}
      <FilledPlace of={dayWorkPlace} given={NOTHING} />
      <SheetHost />
    </div>
  );
}
