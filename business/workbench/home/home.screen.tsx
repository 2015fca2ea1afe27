import { lastOf } from '#kernel/language/must.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { shortAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { type HomeAnswer, readHome } from '#business/intake/home/home.calls.ts';
import { household } from '#business/operation/households/household.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { HomeAlarms } from '#business/operation/home-page/home-alarms.view.tsx';
import { HomeMonth } from '#business/operation/home-page/home-month.view.tsx';
import { LiveFigures } from './home-live.view.tsx';
import { Facts, HomeCover, People } from './home-facts.view.tsx';
import { Machines, OpenMatters } from './home-middle.view.tsx';
import { TimeLine } from './home-events.view.tsx';
import './home.css';

function Head({ home }: { home: HomeAnswer }): ReactElement {
  const t = useT();
  const mayTake = useMay(repairForm)('submit');
  const mayFile = useMay(serviceFile)('view');
  const mayLive = useMay(household)('view');
  const { file, customer: owner } = home;
  return (
    <header className="page-head home-head">
      <h1>{file.customerName}</h1>
      {owner && owner.customerLevel !== 'normal' && <KeyPill of={customerLevel} value={owner.customerLevel} />}
      <span className="home-address" title={file.address}>
        {shortAddress(file.address, file._names?.premisesId)}
      </span>
      <span className="mono quiet">{file.fileNo}</span>
      {home.householdId !== '' && mayLive && (
        <nav className="home-faces" aria-label={t(['此刻与档案', 'Now and before'])}>
          <Link to={`/operation/home/${home.householdId}`}>{t(['此刻', 'Now'])}</Link>
          <span aria-current="page">{t(['一户一档', 'Home card'])}</span>
        </nav>
      )}
      <span className="spring" />
      {mayFile && (
        <Link className="button plain" to={`/maintenance/registermain?id=${file.id}`}>
          <FileText size={15} aria-hidden />
          {t(serviceFile.title)}
        </Link>
      )}
      {mayTake && (
        <Link className="button strong" to={`/maintenance/desk?customer=${file.customerId}&home=${file.id}`}>
          <Plus size={15} aria-hidden />
          {t(['报修', 'New repair'])}
        </Link>
      )}
    </header>
  );
}

function Waiting(): ReactElement {
  return (
    <div className="home-page" aria-busy="true">
      <header className="page-head">
        <i className="skeleton" style={{ width: 320 }} />
      </header>
    </div>
  );
}

/** The page of one home: owner, machines with their warranty, open orders and calls, history, payments. */
export default function HomeScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = lastOf(useTabPath().split('/'));
  const mayCustomer = useMay(customer)('view');
  const mayLive = useMay(household)('view');
  const { data: home, error } = useQuery({
    queryKey: ['row', serviceFile.name, 'home', id, language],
    queryFn: ({ signal }) => askCall(readHome, { id }, { signal, quiet: true }),
  });
  useTabTitle(
    home
      ? `${home.file.customerName} ${shortAddress(home.file.address, home.file._names?.premisesId)}`
      : t(['一户一档', 'Home card']),
  );
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这一户', 'This home could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!home) return <Waiting />;
  const hasDevices = home.householdId !== '' && mayLive;
  return (
    <div className="home-page">
      <Head home={home} />
      <div className="home-body">
        <div className="home-left">
          <Facts home={home} />
          <People home={home} linked={mayCustomer} />
          {hasDevices && <HomeAlarms householdId={home.householdId} />}
          <HomeCover machines={home.machines} />
        </div>
        <div className="home-middle">
          {hasDevices && <LiveFigures householdId={home.householdId} />}
          {hasDevices && <HomeMonth id={home.householdId} isWide />}
          <OpenMatters open={home.open} />
          <Machines machines={home.machines} />
        </div>
        <TimeLine key={id} home={home} />
      </div>
    </div>
  );
}
