import { Monitor, Plug, Plus } from 'lucide-react';
import '#kernel/web/pickers/choice/segments.css';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { Masked } from '#kernel/web/detail/masked.tsx';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { mainMacType } from '#business/iot/devices/dictionaries.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { ezvizStatus, householdStatus, weibaoStatus } from '../dictionaries.ts';
import type { HomeNow } from '../households/household.calls.ts';
import { household } from '../households/household.paper.ts';
import { onlineOf } from './home-page.rules.ts';
import { homeFigures } from './home-values.rules.ts';
import type { HomeValues } from './use-home-values.view.tsx';

/** Switch between the present state of a home (this page) and its service history. */
function Faces({ fileId }: { fileId: string | null }): ReactElement | null {
  const t = useT();
  const maySee = useMay(serviceFile)('view');
  if (!fileId || !maySee) return null;
  return (
    <nav className="segments" aria-label={t(['此刻与档案', 'Now and before'])}>
      <span aria-current="page">{t(['此刻', 'Now'])}</span>
      <Link to={`/maintenance/home/${fileId}`}>{t(['一户一档', 'Home card'])}</Link>
    </nav>
  );
}

export function HomeHead({ now, onBind }: { now: HomeNow; onBind?: () => void }): ReactElement {
  const t = useT();
  const mayTake = useMay(repairForm)('submit');
  const { home } = now;
  return (
    <header className="page-head now-head">
      <h1>{home.name}</h1>
      {now.customerLevel && now.customerLevel !== 'normal' && <KeyPill of={customerLevel} value={now.customerLevel} />}
      <span className="now-address" title={home._names?.roomAddressId}>
        {home._names?.roomAddressId}
      </span>
      <KeyPill of={householdStatus} value={String(home.householdStatus)} />
      <span className="mono quiet now-no">{home.householdNo}</span>
      <Faces fileId={now.fileId} />
      <span className="spring" />
      <span className="now-phone">
        <Masked of={household} id={home.id} field="phone" value={String(home.phone ?? '')} />
      </span>
      <Link className="button" to={`/operation/wall?id=${home.roomAddressId}`}>
        <Monitor size={15} aria-hidden />
        {t(['大屏', 'Wall display'])}
      </Link>
      {onBind && (
        <button type="button" className="button" onClick={onBind}>
          <Plug size={15} aria-hidden />
          {t(['绑定设备', 'Bind a device'])}
        </button>
      )}
      {mayTake && home.customerId && (
        <Link
          className="button strong"
          to={`/maintenance/desk?customer=${home.customerId}${now.fileId ? `&home=${now.fileId}` : ''}`}
        >
          <Plus size={15} aria-hidden />
          {t(['报修', 'New repair'])}
        </Link>
      )}
    </header>
  );
}

function Fact({ label, children, beside }: { label: string; children: ReactNode; beside?: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{children}</b> <small className="quiet">{beside}</small>
      </dd>
    </div>
  );
}

const FACTS = 6;

/** Six key facts in one line: first values of devices, then facts of the home. */
export function HomeFacts({ now, values }: { now: HomeNow; values: HomeValues }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { home } = now;
  const { online, all } = onlineOf(now.rooms);
  const waiting = now.members.filter((one) => one.approveStatus === 'pending').length;
  const { indoor, places, outdoor, power, heard } = homeFigures(
    now.rooms.map((room) => room.devices.flatMap((one) => values.devices?.get(one.id) ?? [])),
    values.now,
  );
  const facts = [
    indoor !== null && (
      <Fact
        key="indoor"
        label={t(['室内', 'Indoors'])}
        beside={places > 1 ? t([`℃，${places} 间平均`, `℃, mean of ${places} rooms`]) : '℃'}
      >
        {indoor.toFixed(1)}
      </Fact>
    ),
    outdoor && (
      <Fact key="outdoor" label={t(['室外', 'Outdoors'])} beside={outdoor.unit}>
        {t(outdoor.text)}
      </Fact>
    ),
    power !== null && (
      <Fact key="power" label={t(['此刻功率', 'Power now'])} beside="kW">
        {power.toFixed(2)}
      </Fact>
    ),
    <Fact
      key="devices"
      label={t(['设备', 'Devices'])}
      beside={
        heard === null
          ? t(['在线', 'online'])
          : t([
              `在线，${ageWords((values.now - heard) / 1000)[0]}前有数据`,
              `online, heard ${ageWords((values.now - heard) / 1000)[1]} ago`,
            ])
      }
    >
      {online} / {all}
    </Fact>,
    <Fact key="cover" label={t(['维保', 'Cover'])}>
      <KeyWord of={weibaoStatus} value={String(home.weibao || 'none')} />
    </Fact>,
    <Fact
      key="members"
      label={t(['成员', 'Members'])}
      beside={waiting > 0 && waiting < now.members.length && t([`${waiting} 人待审核`, `${waiting} to approve`])}
    >
      {waiting > 0 && waiting === now.members.length
        ? t([`${waiting} 人待审核`, `${waiting} to approve`])
        : now.members.length}
    </Fact>,
    <Fact key="main" label={t(['主设备', 'Main device'])} beside={<span className="mono">{home.mainMac}</span>}>
      {home.mainMacType ? <KeyWord of={mainMacType} value={String(home.mainMacType)} /> : t(['没有', 'None'])}
    </Fact>,
    <Fact key="cameras" label={t(['萤石', 'Cameras'])}>
      <KeyWord of={ezvizStatus} value={String(home.ezvizStatus || 'none')} />
    </Fact>,
    <Fact key="active" label={t(['激活', 'Active since'])}>
      {home.activateTime ? dayInWords(String(home.activateTime).slice(0, 10), language) : t(['还没有', 'Not yet'])}
    </Fact>,
  ];
  return <dl className="now-facts">{facts.filter(Boolean).slice(0, FACTS)}</dl>;
}
