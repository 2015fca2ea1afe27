import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { queueSubmission } from './goods-asks.view.tsx';
import { linesForOrder, ordersInNeed } from './goods-steps.rules.ts';
import type { OrderParts, OwnGoods, OwnRequest } from './own-goods.calls.ts';
import { RequestSheet } from './request-sheet.view.tsx';
import { RequestState, RequestsSheet } from './requests-sheet.view.tsx';

/** Return the parts of an order as text: missing ones with their number, others with what the van has. */
const partWords = ({ itemName, qty, held, short }: OrderParts['parts'][number]): Label =>
  Number(short) > 0
    ? [`${itemName} 缺 ${Number(short)}`, `${itemName}: ${Number(short)} missing`]
    : Number(held) >= Number(qty)
      ? [`${itemName} 车上 ${Number(held)}`, `${itemName}: ${Number(held)} in the van`]
      : [`${itemName} 在路上`, `${itemName}: on its way`];

/** The latest request for an order that is not examined. */
const requestFor = ({ requests }: OwnGoods, of: OrderParts): OwnRequest | undefined =>
  requests.find(
    (one) =>
      one.registrationFormId === of.registrationFormId &&
      ['draft', 'returned', 'submitted', 'queued'].includes(one.documentStatus),
  );

/** The next step for an order: request its missing parts, submit the draft, or wait. */
function NextStep({ of, goods }: { of: OrderParts; goods: OwnGoods }): ReactElement | null {
  const t = useT();
  const lines = linesForOrder(of);
  const request = requestFor(goods, of);
  if (request && ['draft', 'returned'].includes(request.documentStatus) && goods.mayRequest)
    return (
      <button type="button" className="day-button soft" onClick={() => void queueSubmission(request)}>
        {t(['提交草稿', 'Submit the draft'])}
      </button>
    );
  if (request && lines.length === 0) return <RequestState of={request} />;
  if (!goods.mayRequest || lines.length === 0) return null;
  return (
    <button
      type="button"
      className="day-button soft"
      onClick={() => openSheet((close) => <RequestSheet goods={goods} order={of} lines={lines} onClose={close} />)}
    >
      {t([`申请 ${lines.length} 行`, `Request ${counted(lines.length, 'line')}`])}
    </button>
  );
}

function Row({ of, goods }: { of: OrderParts; goods: OwnGoods }): ReactElement {
  const t = useT();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const time = of.planStart.slice(11, 16);
  const when = of.planStart.slice(0, 10) === today ? time : `${shortMoment(of.planStart.slice(0, 10))} ${time}`;
  const place = of.storeName ?? (of.vanOf && t([`${of.vanOf}车上`, `${of.vanOf}'s van`]));
  return (
    <li className="day-line-row goods-row" data-order={of.registrationFormId}>
      <span>
        <span>
          <b>{of.customerName}</b> <small>{when}</small>
        </span>
        <span>
          {of.parts
            .toSorted((one, other) => Number(other.short) - Number(one.short))
            .map((part) => (
              <em key={part.materialId} className={Number(part.short) > 0 ? 'goods-short' : 'quiet'}>
                {t(partWords(part))}
              </em>
            ))}
          {place && <small>{t([`${place}有`, `at ${place}`])}</small>}
        </span>
      </span>
      <span className="end">
        <NextStep of={of} goods={goods} />
      </span>
    </li>
  );
}

/** Orders of the next days that lack suggested parts, and the technician's requests. */
export function NeedSection({ id, goods }: { id: string; goods: OwnGoods }): ReactElement {
  const t = useT();
  const orders = ordersInNeed(goods);
  return (
    <section id={id} className="goods-section">
      <h2 className="day-caption">
        <span>
          {t(['还缺', 'Still missing'])} <small>{t(['照单上的建议备件', 'by the suggested parts'])}</small>
        </span>
        {goods.requests.length > 0 && (
          <button
            type="button"
            className="day-text"
            onClick={() => openSheet((close) => <RequestsSheet onClose={close} />)}
          >
            {t([`我的申请 ${goods.requests.length}`, `My requests ${goods.requests.length}`])}
          </button>
        )}
      </h2>
      <div className="day-card">
        {orders.length === 0 && <p className="goods-none">{t(['近几天的单都齐', 'All orders have their parts'])}</p>}
        <ul className="day-rows">
          {orders.map((one) => (
            <Row key={one.registrationFormId} of={one} goods={goods} />
          ))}
        </ul>
      </div>
    </section>
  );
}
