import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { asText } from '#kernel/language/values.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { schemeChangeType, warnStatus } from '../dictionaries.ts';
import type { SchemePage } from './scheme-page.calls.ts';
import { restTone } from './scheme-page.rules.ts';

interface Shown {
  readonly page: SchemePage;
}

/** The machines that a contract serves. */
export function SchemeMachines({ page }: Shown): ReactElement {
  const t = useT();
  const { equipment } = page;
  return (
    <section>
      <h2>
        {t(['设备', 'Machines'])} <small className="quiet">{equipment.length}</small>
      </h2>
      {equipment.length === 0 ? (
        <p className="scheme-note quiet">{t(['还没有设备', 'No machine yet'])}</p>
      ) : (
        <table className="scheme-table">
          <thead>
            <tr>
              <th>{t(['设备', 'Machine'])}</th>
              <th>{t(['型号', 'Model'])}</th>
              <th>{t(['房间', 'Room'])}</th>
              <th>{t(['上次服务', 'Last service'])}</th>
            </tr>
          </thead>
          <tbody>
            {equipment.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={`/maintenance/asequipment?id=${one.equipmentId}`}>{one.equipmentName}</Link>
                  {Number(one.qty) > 1 && ` ×${Number(one.qty)}`}
                </td>
                <td>{one.model || '—'}</td>
                <td>{one._names?.fangjianType ?? '—'}</td>
                <td>{one.lastServiceDate || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The consumables of a contract by the share of life that is left, the first due first. */
export function Consumables({ page }: Shown): ReactElement | null {
  const t = useT();
  const { supplies } = page;
  if (!supplies.length) return null;
  return (
    <section>
      <h2>
        {t(['耗材', 'Consumables'])}{' '}
        <small className="quiet">
          {t([`${supplies.length} 项，快到期在前`, `${supplies.length}, first due first`])}
        </small>
      </h2>
      <ul className="scheme-supplies">
        {supplies.map((one) => {
          const left = Math.round(Number(one.remainRate ?? 0));
          return (
            <li key={one.id} data-tone={restTone(left)}>
              <b>
                {one.suppliesName}
                {Number(one.qty) > 1 && ` ×${Number(one.qty)}`}
              </b>
              <span className="scheme-rest" aria-hidden>
                <i style={{ inlineSize: `${left}%` }} />
              </span>
              <span className="scheme-left-share">{t([`剩 ${left}%`, `${left}% left`])}</span>
              <small className="quiet">
                {t([`${asText(one.installDate)} 换上`, `since ${asText(one.installDate)}`])}
              </small>
              <small>
                {one.warnStatus !== 'normal' && <KeyWord of={warnStatus} value={asText(one.warnStatus)} />}{' '}
                {one.dueDate} {one.chargeable ? t(['收费', 'charged']) : t(['免', 'free'])}
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The changes of a contract after its sale, the newest first. */
export function SchemeChanges({ page }: Shown): ReactElement | null {
  const t = useT();
  const { changes } = page;
  if (!changes.length) return null;
  return (
    <section>
      <h2>
        {t(['变更', 'Changes'])} <small className="quiet">{changes.length}</small>
      </h2>
      <ul className="scheme-changes">
        {changes.map((one) => (
          <li key={one.id}>
            <time className="quiet">{asText(one.changeTime).slice(5, 10)}</time>
            <span className="quiet">
              <KeyWord of={schemeChangeType} value={asText(one.changeType)} />
            </span>
            <span>
              {t([
                `${asText(one.summary)}，${asText(one.operatorName)}`,
                `${asText(one.summary)}, ${asText(one.operatorName)}`,
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
