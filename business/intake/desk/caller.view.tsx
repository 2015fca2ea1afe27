import { House, Info, ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { dayInWords, shortMoment } from '#kernel/web/i18n/dates.ts';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { readHome } from '../home/home.calls.ts';
import { customerLevel, equipmentStatus, timeSlot } from '#business/customers/dictionaries.ts';
import { repairStatus } from '../dictionaries.ts';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import type { DeskCaller, CallerHome, CallerMachine, OpenPaper, Past } from './desk.calls.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { roomInAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { liveFaultPlace } from './live/desk-places.view.tsx';
import type { Called } from './use-desk.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

const LAST_VISITS = 3;

function PersonLine({ caller, home }: { caller: DeskCaller; home: CallerHome | undefined }): ReactElement {
  const t = useT();
  const { customer } = caller;
  return (
    <header className="desk-person">
      <span className="desk-avatar" aria-hidden>
        {customer.customerName.slice(0, 1)}
      </span>
      <h2>{customer.customerName}</h2>
      {customer.customerLevel !== 'normal' && <KeyPill of={customerLevel} value={customer.customerLevel} />}
      <span>{customer.phone}</span>
      <span className="quiet">
        {t([`${customer.createTime.slice(0, 4)} 年起`, `since ${customer.createTime.slice(0, 4)}`])}
      </span>
      {customer.preferredSlot && (
        <span className="quiet">
          {t(['偏好', 'prefers'])} <KeyWord of={timeSlot} value={customer.preferredSlot} />
        </span>
      )}
      <Wanted names={customer._names?.preferredTechnicianIds} label={t(['偏好', 'prefers'])} />
      <Wanted names={customer._names?.blockedTechnicianIds} label={t(['不派', 'never send'])} isWarning />
      {customer.tags && <span className="quiet">{customer.tags}</span>}
      <span className="desk-more">
        {home && <Link to={`/maintenance/home/${home.id}`}>{t(['一户一档', 'Home card'])}</Link>}{' '}
        <Link to={`/maintenance/ascustomer?id=${customer.id}`}>{t(['客户页', 'Customer'])}</Link>
      </span>
    </header>
  );
}

/** Names of the customer's preferred or blocked technicians. */
function Wanted({
  names,
  label,
  isWarning = false,
}: {
  names: string | undefined;
  label: string;
  isWarning?: boolean;
}): ReactElement | null {
  return names ? (
    <span className="desk-wanted" data-warning={isWarning}>
      {label} {names}
    </span>
  ) : null;
}

/** The last visits to the chosen home: work, technician, cost. */
function LastVisits({ home }: { home: CallerHome | undefined }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { data } = useCall(
    readHome,
    { id: home?.id ?? '' },
    { enabled: home !== undefined, staleTime: 60_000, quiet: true },
  );
  const visits = data?.events.filter((one) => one.kind === 'work').slice(0, LAST_VISITS) ?? [];
  if (!home || visits.length === 0) return null;
  return (
    <section>
      <h3>{t(['最近上门', 'Last visits'])}</h3>
      {visits.map((one) => (
        <Link key={one.id} className="desk-row desk-visit" to={one.to}>
          <time>{dayInWords(one.at.slice(0, 10), language)}</time>
          <span>{t(one.title)}</span>
          <span className="quiet">{t(one.detail)}</span>
          <b>{one.amount ? inGroups(one.amount) : ''}</b>
        </Link>
      ))}
    </section>
  );
}

function HomeCard({ home, desk }: { home: CallerHome; desk: Called }): ReactElement {
  const t = useT();
  const covered = home.equipment.some((one) => one.cover.state === 'warranty');
  return (
    <button
      type="button"
      role="radio"
      aria-checked={home.id === desk.home?.id}
      className="desk-home"
      onClick={() => desk.chooseHome(home.id)}
    >
      <House size={16} aria-hidden />
      <span title={home.address}>
        <b>{roomInAddress(home.address)}</b>
        <small className="quiet">
          {t([
            `设备 ${home.equipment.length} · 未完单 ${home.open}`,
            `${counted(home.equipment.length, 'machine')} · ${home.open} open`,
          ])}
        </small>
      </span>
      {home.equipment.length > 0 && (
        <span className={`pill ${covered ? 'green' : 'grey'}`}>
          {covered ? t(['在保', 'Covered']) : t(['已脱保', 'Out of warranty'])}
        </span>
      )}
    </button>
  );
}

function CoverWords({ machine }: { machine: CallerMachine }): ReactElement {
  const t = useT();
  const { state, until } = machine.cover;
  if (state === 'warranty')
    return (
      <span className="desk-cover good">
        <ShieldCheck size={14} aria-hidden />{' '}
        {t([`整机质保至 ${until}`, `Warranty to ${dayInWords(until ?? '', 'en')}`])}
      </span>
    );
  return (
    <span className="desk-cover">
      <ShieldOff size={14} aria-hidden />{' '}
      {state === 'lapsed'
        ? t([`已脱保 ${until}`, `Lapsed ${dayInWords(until ?? '', 'en')}`])
        : t(['无质保记录', 'No warranty on record'])}
    </span>
  );
}

function Machines({ desk }: { desk: Called }): ReactElement | null {
  const t = useT();
  const machines = desk.home?.equipment ?? [];
  const many = desk.machines;
  if (machines.length === 0)
    return (
      <p className="quiet desk-none">
        {t([
          '这处住址没有设备档案，右侧选择系统即可。',
          'No equipment on record here: choose the system on the right.',
        ])}
      </p>
    );
  return (
    <section>
      <h3>
        {t(['设备', 'Equipment'])}{' '}
        <small className="quiet">
          {many
            ? t([`${machines.length} 台，点一行即选入，可选多台`, `${machines.length}, click those it is about`])
            : t([`${machines.length} 台，点一行即选为故障设备`, `${machines.length}, click the one that failed`])}
        </small>
      </h3>
      <div
        role={many ? 'group' : 'radiogroup'}
        aria-label={many ? t(['服务设备', 'Equipment to serve']) : t(['故障设备', 'Failed equipment'])}
        className="desk-machines"
      >
        {machines.map((one, at) => (
          <button
            key={one.id}
            type="button"
            role={many ? 'checkbox' : 'radio'}
            aria-checked={many ? many.includes(one.id) : one.id === desk.machine?.id}
            className="desk-machine"
            onClick={() => desk.chooseMachine(one.id)}
          >
            {at < 5 ? <kbd>{at + 1}</kbd> : <i />}
            <b>{one.equipmentName}</b>
            <span>
              <KeyWord of={repairType} value={one.systemType} />
            </span>
            <span className="quiet">{one.model}</span>
            <span className="quiet">{one.installPosition}</span>
            <CoverWords machine={one} />
            <KeyPill of={equipmentStatus} value={one.equipmentStatus} />
          </button>
        ))}
      </div>
    </section>
  );
}

function OpenRow({ of }: { of: OpenPaper }): ReactElement {
  const isForm = 'repairNo' in of;
  return (
    <Link className="desk-row" to={`/maintenance/${isForm ? 'asrepairform' : 'registrationform'}?id=${of.id}`}>
      <span className="mono">{isForm ? of.repairNo : of.registrationNo}</span>
      <span>
        <KeyWord of={repairType} value={of.repairType} />
      </span>
      <span className="desk-words">{isForm ? of.description : of.content}</span>
      <span className="quiet">{shortMoment(of.createTime)}</span>
      {isForm ? (
        <KeyPill of={repairStatus} value={of.repairStatus} />
      ) : (
        <KeyPill of={registerStatus} value={of.registerStatus} />
      )}
    </Link>
  );
}

const PastRow = ({ of }: { of: Past }): ReactElement => (
  <Link className="desk-row" to={`/maintenance/asrepairform?id=${of.id}`}>
    <span className="mono">{of.no}</span>
    <span>{dayInWords(of.time)}</span>
    <span className="desk-words">{of.title}</span>
    <i />
    <KeyPill of={repairStatus} value={of.status} />
  </Link>
);

/** The caller: person, homes, machines with their cover, open papers, history. */
export function CallerPage({ desk }: { desk: Called }): ReactElement | null {
  const t = useT();
  const { caller, home } = desk;
  if (!caller) return null;
  return (
    <div className="desk-caller">
      <PersonLine caller={caller} home={desk.home} />
      <div role="radiogroup" aria-label={t(['住址', 'Homes'])} className="desk-homes">
        {caller.homes.map((one) => (
          <HomeCard key={one.id} home={one} desk={desk} />
        ))}
      </div>
      {home?.keyNote && (
        <p className="desk-note">
          <Info size={14} aria-hidden /> {home.keyNote}
        </p>
      )}
      {desk.fillFault && (
        <FilledPlace of={liveFaultPlace} given={{ customerId: caller.customer.id, fill: desk.fillFault }} />
      )}
      <Machines desk={desk} />
      <LastVisits home={home} />
      {caller.open.length > 0 && (
        <section>
          <h3>
            {t(['未完单据', 'Open documents'])} <small className="quiet">{caller.open.length}</small>
          </h3>
          {caller.open.map((one) => (
            <OpenRow key={one.id} of={one} />
          ))}
        </section>
      )}
      {caller.history.length > 0 && (
        <section>
          <h3>{t(['以往报修', 'Earlier requests'])}</h3>
          {caller.history.map((one) => (
            <PastRow key={one.id} of={one} />
          ))}
        </section>
      )}
    </div>
  );
}
