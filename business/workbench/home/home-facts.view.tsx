import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { isEmpty } from '#kernel/fields/kind.ts';
import { Masked } from '#kernel/web/detail/masked.tsx';
import { dayInWords, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import type { HomeAnswer } from '#business/intake/home/home.calls.ts';
import { coverLeft } from './home.rules.ts';

function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Facts of the home: premises, area, systems, team, and notes for a call. */
export function Facts({ home }: { home: HomeAnswer }): ReactElement {
  const t = useT();
  const { file, customer: owner } = home;
  const ofFile = (['premisesId', 'address', 'systemTypes', 'installDate', 'lastServiceTime'] as const).filter(
    (name) => !isEmpty(file[name]),
  );
  const ofOwner = (
    ['houseArea', 'customerServiceTeam', 'preferredTechnicianIds', 'blockedTechnicianIds'] as const
  ).filter((name) => owner && !isEmpty(owner[name]));
  return (
    <section>
      <h2>{t(['家庭', 'Home'])}</h2>
      {file.keyNote && <p className="home-note long-text">{file.keyNote}</p>}
      <dl className="home-facts">
        {ofFile.map((name) => (
          <Fact key={name} label={t(serviceFile.fields[name].label)}>
            <Value of={serviceFile} row={file} name={name} />
          </Fact>
        ))}
        {owner &&
          ofOwner.map((name) => (
            <Fact key={name} label={t(customer.fields[name].label)}>
              <Value of={customer} row={owner} name={name} />
            </Fact>
          ))}
      </dl>
    </section>
  );
}

/** The contacts of a home: the customer, and the person on site. */
export function People({ home, linked }: { home: HomeAnswer; linked: boolean }): ReactElement {
  const t = useT();
  const { file, customer: owner } = home;
  const second = owner && (owner.contactName || owner.phone2);
  return (
    <section>
      <h2>{t(['联系人', 'People'])}</h2>
      <ul className="home-people">
        <li>
          <b>
            {linked && owner ? (
              <Link to={`/maintenance/ascustomer?id=${owner.id}`}>{file.customerName}</Link>
            ) : (
              file.customerName
            )}
          </b>
          <small className="quiet">{t(customer.title)}</small>
          <Masked of={serviceFile} id={file.id} field="phone" value={String(file.phone ?? '')} />
        </li>
        {second && (
          <li>
            <b>{owner.contactName || t(['备用', 'Second'])}</b>
            <small className="quiet">{owner.contactName && t(customer.fields.contactName.label)}</small>
            {owner.phone2 && <Masked of={customer} id={owner.id} field="phone2" value={owner.phone2} />}
          </li>
        )}
      </ul>
    </section>
  );
}

/** The warranty of each machine, with a bar of the time that is left. */
export function HomeCover({ machines }: { machines: HomeAnswer['machines'] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (!machines.length) return null;
  return (
    <section>
      <h2>
        {t(['保障', 'Cover'])} <small className="quiet">{machines.length}</small>
      </h2>
      <ul className="home-cover">
        {machines.map((one) => {
          const left = coverLeft(one, today());
          const words = {
            warranty: left.soon
              ? t([`质保余 ${left.days} 天`, left.days === 1 ? '1 day left' : `${left.days} days left`])
              : t(['整机质保', 'Unit warranty']),
            lapsed: t(['已脱保', 'Out of warranty']),
            none: t(['无质保记录', 'No warranty on record']),
          }[one.cover.state];
          return (
            <li key={one.id} data-state={one.cover.state} data-soon={left.soon}>
              <span>
                <Value of={equipment} row={one} name="equipmentName" />
                <small className="quiet">{words}</small>
              </span>
              <span className="home-until">
                {one.cover.until && dayInWords(one.cover.until, language)}
                <i aria-hidden>
                  <i style={{ width: `${Math.round(left.share * 100)}%` }} />
                </i>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
