import { Check, Radio, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import type { DoorVerdict } from './door.calls.ts';

/** Values before the repair and now, with the normal values, units and age. */
export function DoorReadings({ of, startedAt }: { of: DoorVerdict; startedAt: number | null }): ReactElement | null {
  const t = useT();
  if (of.readings.length === 0) return null;
  const age = of.heardAt === null ? null : ageWords((serverNow().getTime() - of.heardAt) / 1000);
  return (
    <div className="door-readings">
      <h3>
        {t(['修前与现在', 'Before and now'])}
        <small>
          <Radio size={16} aria-hidden />
          {age ? t([`${age[0]}前`, `${age[1]} ago`]) : t(['从未上报', 'Never reported'])}
        </small>
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(['读数', 'Reading'])}</th>
            <th scope="col">
              {t(['告警', 'Alarm'])} {startedAt === null ? '' : momentOf(new Date(startedAt)).slice(11, 16)}
            </th>
            <th scope="col">{t(['现在', 'Now'])}</th>
            <th scope="col">{t(['合格', 'Allowed'])}</th>
          </tr>
        </thead>
        <tbody>
          {of.readings.map((one) => (
            <tr key={one.identifier}>
              <th scope="row">
                {t(one.name)} <small>{one.unit}</small>
              </th>
              <td data-asked={one.fits !== null}>{t(one.before)}</td>
              <td>
                <b>{t(one.now)}</b>
              </td>
              <td data-fits={one.fits ?? undefined}>
                {t(one.allowed)} {one.fits === true && <Check size={16} aria-label={t(['合格', 'fits'])} />}
                {one.fits === false && <X size={16} aria-label={t(['不合格', 'does not fit'])} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
