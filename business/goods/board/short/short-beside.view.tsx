import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import { shortStock } from './short-stock.calls.ts';
import './short-beside.css';

/** Days below which the stock is nearly gone. */
const FEW_DAYS = 2;

function ShortStock(): ReactElement | null {
  const t = useT();
  const { data } = useCall(shortStock, {}, { quiet: true });
  if (!data || data.count === 0) return null;
  return (
    <section className="bench-card short-beside">
      <h2>
        {t(['不够用的', 'Running short'])}{' '}
        <small className="quiet">{t([`${data.count} 种，按够几天排`, `${data.count} materials, by days left`])}</small>
        <Link to="/maintenance/asstock?alertState=low,none&warehouseType=main,area&materialStatus=good">
          {t(['全部', 'All'])}
        </Link>
      </h2>
      <table>
        <thead>
          <tr>
            <th>{t(['物料', 'Material'])}</th>
            <th>{t(['有 / 要', 'Has / needs'])}</th>
            <th>{t(['够', 'Lasts'])}</th>
            <th>{t(['在途', 'Coming'])}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ id, name, has, needs, days, coming }) => (
            <tr key={id}>
              <td>
                <Link to={`/maintenance/asstock?id=${id}`}>{name}</Link>
              </td>
              <td>
                <b>{has}</b> / {needs}
              </td>
              <td data-few={days !== null && days < FEW_DAYS}>
                {days === null ? '—' : days === 0 ? t(['已断', 'out']) : t([`${days} 天`, `${days} d`])}
              </td>
              <td>{Number(coming) > 0 ? coming : t(['无', 'none'])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Items that run short, beside the list of the storekeeper. */
export default function ShortBeside({ bench }: { bench: BenchName }): ReactElement | null {
  return bench === 'store' ? <ShortStock /> : null;
}
