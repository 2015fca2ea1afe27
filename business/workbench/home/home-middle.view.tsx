import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import type { HomeAnswer, OpenMatter } from '#business/intake/home/home.calls.ts';
import { TimeLeft } from '#business/scheduling/sla/time-left.view.tsx';

/** The open orders and calls of the home, with their service clocks. */
export function OpenMatters({ open }: { open: readonly OpenMatter[] }): ReactElement {
  const t = useT();
  return (
    <section>
      <h2>
        {t(['未完事项', 'Open matters'])} {open.length > 0 && <small className="quiet">{open.length}</small>}
      </h2>
      {open.length === 0 ? (
        <p className="quiet">{t(['没有未完的报修和登记', 'No request and no order is open'])}</p>
      ) : (
        <ul className="home-open">
          {open.map((one) => (
            <li key={one.id}>
              <Link className="mono" to={one.to}>
                {one.no}
              </Link>
              <span className="home-open-what" title={one.title}>
                {one.title}
              </span>
              <span className={`pill ${one.tone}`}>{t(one.state)}</span>
              <span className="home-open-due">
                {one.due && <TimeLeft began={one.began} due={one.due} now={momentNow()} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The machines of the home. */
export function Machines({ machines }: { machines: HomeAnswer['machines'] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const linked = useMay(equipment)('view');
  const columns = ['model', 'installPosition', 'equipmentStatus', 'systemType'] as const;
  return (
    <section>
      <h2>
        {t(['设备', 'Equipment'])} {machines.length > 0 && <small className="quiet">{machines.length}</small>}
      </h2>
      {machines.length === 0 ? (
        <p className="quiet">{t(['这处住址还没有设备档案', 'No machine is on record here'])}</p>
      ) : (
        <div className="home-scroll">
          <table className="home-machines">
            <thead>
              <tr>
                <th scope="col">{t(['名称', 'Name'])}</th>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(equipment.fields[name].label)}
                  </th>
                ))}
                <th scope="col">{t(equipment.fields.lastMaintainDate.label)}</th>
              </tr>
            </thead>
            <tbody>
              {machines.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    {linked ? (
                      <Link to={`/maintenance/asequipment?id=${one.id}`}>{one.equipmentName}</Link>
                    ) : (
                      one.equipmentName
                    )}
                  </th>
                  {columns.map((name) => (
                    <td key={name}>
                      <Value of={equipment} row={one} name={name} />
                    </td>
                  ))}
                  <td>
                    {one.lastMaintainDate ? (
                      dayInWords(one.lastMaintainDate, language)
                    ) : (
                      <span className="quiet">{t(['未保养过', 'never'])}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
