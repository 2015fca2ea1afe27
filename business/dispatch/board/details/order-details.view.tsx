import { Phone, X } from 'lucide-react';
import { type ReactElement, Suspense, lazy } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#kernel/language/days.ts';
import type { BoardAnswer, BoardOrder, Ranked } from '../board.calls.ts';
import { OrderMarks, OrderTimeLeft, PartsMark, useWish } from '../pool/order-card.view.tsx';
import { chooseOrder } from '../state/board-store.view.tsx';
import { useFacts } from '../state/use-board-data.view.tsx';
import { useWords } from '../state/words.view.tsx';
import { SendButton, Suggestions } from './suggestions.view.tsx';

function Facts({ order, now, board }: { order: BoardOrder; now: string; board: BoardAnswer }): ReactElement {
  const t = useT();
  const words = useWords();
  const wish = useWish();
  const facts = useFacts(order.id);
  const needed = board.skills.filter((one) => order.skillIds.includes(one.id));
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t(order.promiseFrom ? ['承诺', 'Promised'] : ['期望', 'Wanted'])}</dt>
          <dd>
            {wish(order, now.slice(0, 10))} <OrderTimeLeft order={order} now={now} bar={false} />
          </dd>
        </div>
        <div>
          <dt>{t(['工时', 'Length'])}</dt>
          <dd>
            {t(lengthWords(order.minutes))} <span className="quiet">{words.urgency.of(order.urgency)}</span>
          </dd>
        </div>
        <div>
          <dt>{t(['技能', 'Skills'])}</dt>
          <dd>
            {needed.length
              ? needed
                  .map((one) => `${one.name}${one.needCertificate ? t(['（须持证）', ' (certificate)']) : ''}`)
                  .join(' · ')
              : t(['不限', 'any'])}
          </dd>
        </div>
        <div>
          <dt>{t(['维保', 'Cover'])}</dt>
          <dd>
            {words.cover.of(order.weibao)}
            {facts?.weibaoReason && <span className="quiet"> {facts.weibaoReason}</span>}
          </dd>
        </div>
        <div>
          <dt>{t(['上次', 'Last time'])}</dt>
          <dd>
            {facts?.last
              ? `${shortMoment(facts.last.time)} ${facts.last.name}${facts.last.words ? ` · ${facts.last.words}` : ''}`
              : facts
                ? t(['没有来过', 'never'])
                : '…'}
          </dd>
        </div>
      </dl>
      {facts && facts.urges.length + facts.notes.length > 0 && (
        <section>
          <h3>{t(['催单与备注', 'Follow-up calls and notes'])}</h3>
          <ul className="notes">
            {[
              ...facts.urges.map((one) => ({ time: one.time, words: one.content, urge: true })),
              ...facts.notes.map((one) => ({
                time: one.time,
                words: t([`${one.who}：${one.words}`, `${one.who}: ${one.words}`]),
                urge: false,
              })),
            ]
              .toSorted((one, other) => other.time.localeCompare(one.time))
              .slice(0, 5)
              .map((one, at) => (
                <li key={at}>
                  <time>
                    {one.time.slice(0, 10) === now.slice(0, 10)
                      ? one.time.slice(11)
                      : shortMoment(one.time.slice(0, 10))}
                  </time>
                  <span className="long-text" data-urge={one.urge}>
                    {one.words}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      )}
      {facts && facts.parts.length > 0 && (
        <section>
          <h3>{t(['建议备件', 'Suggested parts'])}</h3>
          <ul className="parts">
            {facts.parts.map((one) => (
              <li key={one.name}>
                <span>
                  {one.name} ×{one.qty}
                </span>
                <span className={one.holders.length ? 'quiet' : 'amber-text'}>
                  {one.holders.length
                    ? t([
                        `${one.holders[0].name}车上 ${one.holders[0].qty}`,
                        `${one.holders[0].name}'s van: ${one.holders[0].qty}`,
                      ])
                    : t(['车上都没有', 'in no van'])}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The menu with rarely used actions. Its code is loaded later than the facts of the order. */
const More = lazy(() => import('./order-more.view.tsx').then((one) => ({ default: one.OrderMore })));

interface DetailsProps {
  readonly order: BoardOrder;
  readonly board: BoardAnswer;
  readonly now: string;
  readonly candidates: readonly Ranked[] | undefined;
  readonly picked: number;
  readonly onPick: (at: number) => void;
  readonly onSend: (to: Ranked) => void;
  readonly mayAssign: boolean;
}

/** A waiting order: facts, best candidates, and the button that dispatches it. */
export function OrderDetails({
  order,
  board,
  now,
  candidates,
  picked,
  onPick,
  onSend,
  mayAssign,
}: DetailsProps): ReactElement {
  const t = useT();
  const words = useWords();
  const facts = useFacts(order.id);
  const fitting = (candidates ?? []).filter((one) => one.score > 0);
  return (
    <aside className="details" aria-label={t(['工单详情', 'Order'])}>
      <header className="details-head">
        <Link className="mono" to={`/maintenance/registrationform?id=${order.id}`}>
          {order.no}
        </Link>
        <span className="pill amber">{t(['待派工', 'To dispatch'])}</span>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['关闭', 'Close'])}
          onClick={() => chooseOrder(null)}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        <div className="details-who">
          <p>
            <b>{order.customerName}</b>
            <OrderMarks order={order} />
            <PartsMark order={order} />
            <span className="spring" />
            {facts?.phone && (
              <span className="quiet">
                {facts.phone} <Phone size={13} aria-hidden />
              </span>
            )}
          </p>
          <p>
            {words.system.of(order.repairType)} · {order.content}
          </p>
          <p className="quiet">
            {order.address}{' '}
            <Link to={`/maintenance/ascustomer?id=${order.customerId}`}>{t(['客户档案', 'Customer'])}</Link>
          </p>
        </div>
        <Facts order={order} now={now} board={board} />
        <Suggestions candidates={candidates} picked={picked} onPick={onPick} onSend={onSend} />
      </div>
      <footer className="details-foot">
        <SendButton to={fitting[picked]} asking={!candidates} onSend={onSend} mayAssign={mayAssign} />
        <Suspense fallback={null}>
          <More order={order} />
        </Suspense>
      </footer>
    </aside>
  );
}
