import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { asText } from '#kernel/language/values.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { payStatus } from '../dictionaries.ts';
import type { SchemePage } from './scheme-page.calls.ts';
import { visitBoxes } from './scheme-page.rules.ts';

interface Shown {
  readonly page: SchemePage;
}

/** The visits of a contract as boxes: used, reserved and left, each with its order. */
export function Visits({ page }: Shown): ReactElement {
  const t = useT();
  const { scheme: of, uses } = page;
  const boxes = visitBoxes({ total: of.timesTotal, opening: Number(of.openingUsed ?? 0), uses });
  const count = (state: string): number => boxes.filter((one) => one.state === state).length;
  const locked = [...new Map(uses.filter((one) => one.state === 'locked').map((one) => [one.orderId, one])).values()];
  return (
    <section>
      <h2>
        {t(['次数', 'Visits'])} <small className="quiet">{t([`共 ${of.timesTotal}`, `${of.timesTotal} in all`])}</small>
      </h2>
      <ol className="scheme-boxes">
        {boxes.slice(0, 60).map(({ nth, state, orderId, orderNo }) => (
          <li key={nth} data-state={state}>
            {orderId ? (
              <Link to={`/maintenance/registrationform?id=${orderId}`} title={orderNo ?? ''}>
                {nth}
              </Link>
            ) : (
              nth
            )}
          </li>
        ))}
      </ol>
      <dl className="scheme-counts">
        <div>
          <dd>{count('used')}</dd>
          <dt>{t(['已用', 'Used'])}</dt>
        </div>
        <div data-state="locked">
          <dd>{count('locked')}</dd>
          <dt>{t(['占用', 'Reserved'])}</dt>
        </div>
        <div>
          <dd>{count('left')}</dd>
          <dt>{t(['剩余', 'Left'])}</dt>
        </div>
      </dl>
      {locked.length > 0 && (
        <p className="scheme-note">
          {t(['占用：', 'Reserved by '])}
          {locked.map((one) => (
            <Link key={one.id} className="mono" to={`/maintenance/registrationform?id=${one.orderId}`}>
              {one.orderNo}
            </Link>
          ))}{' '}
          {t(['完工才扣', 'until its completion'])}
        </p>
      )}
    </section>
  );
}

/** The collections of a contract up to its price. */
export function Money({ page }: Shown): ReactElement {
  const t = useT();
  const { scheme: of, receipts } = page;
  const opening = Number(of.openingPaid ?? 0) > 0;
  return (
    <section>
      <h2>
        {t(['收款', 'Money'])} <KeyPill of={payStatus} value={asText(of.payStatus)} />
      </h2>
      <ul className="scheme-sums">
        {opening && (
          <li>
            <span>{t(['期初已收', 'Received before'])}</span>
            <b>{of.openingPaid}</b>
          </li>
        )}
        {receipts.map((one) => (
          <li key={one.id} data-open={!one.isApproved}>
            <Link className="mono" to={`/maintenance/ascollectdetaileds?id=${one.id}`}>
              {one.no}
            </Link>
            <span>{one.isApproved ? one.way : t(['待审核', 'To approve'])}</span>
            <b>{one.amount}</b>
          </li>
        ))}
        <li className="scheme-sum">
          <span>{t(['已收', 'Received'])}</span>
          <b>{of.paidAmount}</b>
        </li>
        <li className="scheme-sum">
          <span>{t(['成交价', 'Price'])}</span>
          <b>{of.price}</b>
        </li>
      </ul>
    </section>
  );
}

/** The fees that the contract paid instead of the customer; nothing before the first. */
export function Waived({ page }: Shown): ReactElement | null {
  const t = useT();
  if (!page.waived.length) return null;
  return (
    <section>
      <h2>{t(['已替客户免收', 'Paid for the customer'])}</h2>
      <ul className="scheme-sums">
        {page.waived.map((one) => (
          <li key={one.fee[0]}>
            <span>{t(one.fee)}</span>
            <b>{one.amount}</b>
          </li>
        ))}
        <li className="scheme-sum">
          <span>{t(['合计', 'Total'])}</span>
          <b>{page.waivedSum}</b>
        </li>
      </ul>
    </section>
  );
}

/** Notices of visits to the customer: automatic or not, their receiver, and the preferred time. */
export function Notices({ page }: Shown): ReactElement {
  const t = useT();
  const { scheme: of } = page;
  return (
    <section>
      <h2>{t(['推送', 'Notices'])}</h2>
      <p>{of.autoPush ? t(['自动推送开', 'Sent automatically']) : t(['自动推送关', 'Not sent automatically'])}</p>
      <p>
        {t(['联系人', 'Contact'])} {of.contactName} <span className="mono">{of.contactPhone}</span>
      </p>
      {asText(of.preferredSlot) !== '' && (
        <p>
          {t(['偏好', 'Prefers'])} <KeyWord of={timeSlot} value={asText(of.preferredSlot)} />
        </p>
      )}
    </section>
  );
}
