import { BadgeCheck, Clock, Megaphone } from 'lucide-react';
import type { PointerEvent, ReactElement } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BoardOrder, BoardSkill } from '../board.calls.ts';
import type { Placing } from '../state/board-store.view.tsx';
import { grip } from '../state/use-drag.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { lengthWords } from '#kernel/language/days.ts';
import { TimeLeft } from '#business/scheduling/sla/time-left.view.tsx';

/** The time left until an order is late, or a note that it has no due time. */
export function OrderTimeLeft({ order, now, bar }: { order: BoardOrder; now: string; bar?: boolean }): ReactElement {
  const t = useT();
  return order.due === null ? (
    <span className="quiet time-left">{t(['未约时间', 'no time set'])}</span>
  ) : (
    <TimeLeft began={order.createTime} due={order.due} now={now} bar={bar} />
  );
}

/**
 * Badges beside the customer's name: urgency, urges by the customer, how the last visit ended, and level of the
 * customer.
 */
export function OrderMarks({ order }: { order: BoardOrder }): ReactElement {
  const t = useT();
  const words = useWords();
  return (
    <>
      {order.urgeCount > 0 && (
        <span className="mark red">
          <Megaphone size={11} aria-hidden />{' '}
          {t([`催 ${order.urgeCount}`, order.urgeCount === 1 ? '1 follow-up' : `${order.urgeCount} follow-ups`])}
        </span>
      )}
      {order.urgency !== 'normal' && (
        <span className={`mark ${words.urgency.tone(order.urgency)}`}>{words.urgency.of(order.urgency)}</span>
      )}
      {order.wishFirm && <span className="mark red">{t(['必须按时', 'on time'])}</span>}
      {order.wishDate && (
        <span className="mark amber">{t(wishedWords(order.wishDate, words.slot.of(order.wishSlot ?? 'any')))}</span>
      )}
      {['vip', 'gold'].includes(order.level) && <span className="mark">{words.level.of(order.level)}</span>}
      {order.lastState && ['refused', 'recalled', 'transferred'].includes(order.lastState) && (
        <span className="mark grey">
          {order.lastState === 'recalled' && order.lastWhy !== 'timeout'
            ? t(['已退回', 'taken back'])
            : words.state.of(order.lastState)}
        </span>
      )}
      {order.visitCount > 0 && (
        <span className="mark grey">{t([`第 ${order.visitCount + 1} 次`, `visit ${order.visitCount + 1}`])}</span>
      )}
      {order.isRework && <span className="mark">{t(['返修', 'rework'])}</span>}
    </>
  );
}

/** Return the time that a customer wishes by the link as text. */
export const wishedWords = (day: string, slot: string): Label => [
  `想改到 ${day.slice(5)} ${slot}`,
  `wishes ${day.slice(5)} ${slot}`,
];

/** Return the number of missing suggested parts as text. */
export const partsWords = (missing: number): Label =>
  missing ? [`缺 ${missing} 种件`, `${counted(missing, 'part')} missing`] : ['备件齐', 'parts ready'];

/** A mark that shows whether the suggested parts of an order are available, and where the missing ones are. */
export function PartsMark({ order }: { order: BoardOrder }): ReactElement | null {
  const t = useT();
  const { partsMissing: missing, partsStore: store, partsVan: van } = order;
  if (missing === null) return null;
  const places = [store, van && t([`${van}车上`, `${van}'s van`])].filter(Boolean).join(t(['、', ', ']));
  return (
    <span className={`mark ${missing ? 'amber' : 'green'}`} title={places && t([`${places}有`, `at ${places}`])}>
      {t(partsWords(missing))}
      {missing > 0 && store && ` · ${store}`}
    </span>
  );
}

/** Return the customer's promised or wished time as text. */
export function useWish(): (order: BoardOrder, today: string) => string {
  const t = useT();
  const words = useWords();
  return (order, today) => {
    const day = order.promiseFrom?.slice(0, 10) ?? order.expectDate;
    const named = !day ? '' : day === today ? t(['今天', 'today']) : shortMoment(day);
    const time =
      order.promiseFrom && order.promiseTo
        ? `${clockOf(order.promiseFrom)}–${clockOf(order.promiseTo)}`
        : order.expectSlot
          ? words.slot.of(order.expectSlot).replace('-', '–')
          : '';
    return [named, time].filter(Boolean).join(' ') || t(['时间不限', 'any time']);
  };
}

/**
 * Return what a drag of an order carries: the order alone, or all orders picked with it and the sum of their minutes.
 */
export function heldTogether(
  order: BoardOrder,
  together: readonly BoardOrder[] | undefined,
): Pick<Placing, 'order' | 'orders' | 'name' | 'registrationFormId' | 'minutes'> {
  if (!together || together.length < 2)
    return { order, name: order.customerName, registrationFormId: order.id, minutes: order.minutes };
  return {
    order: together[0],
    orders: together,
    name: together.map((one) => one.customerName).join('、'),
    registrationFormId: together[0].id,
    minutes: together.reduce((sum, one) => sum + one.minutes, 0),
  };
}

interface CardProps {
  readonly order: BoardOrder;
  readonly at: number;
  readonly now: string;
  readonly skills: readonly BoardSkill[];
  readonly chosen: boolean;
  readonly held: boolean;
  readonly movable: boolean;
  /** The orders picked together with this one, which a drag carries too. */ readonly together?: readonly BoardOrder[];
  /** `more`: add the order to the picked ones instead of replacing them. */ readonly onChoose: (more: boolean) => void;
  readonly top?: number;
}

/** A card of the pool: customer, work, place, time and required skills. It can be dragged onto a row. */
export function OrderCard({
  order,
  at,
  now,
  skills,
  chosen,
  held,
  movable,
  together,
  onChoose,
  top,
}: CardProps): ReactElement {
  const t = useT();
  const words = useWords();
  const wish = useWish();
  const needed = skills.filter((one) => order.skillIds.includes(one.id)).map((one) => one.name);
  const hold = (event: PointerEvent): void => {
    if (movable)
      grip(event, {
        what: { kind: 'assign', ...heldTogether(order, together) },
        grabbed: 0,
      });
  };
  return (
    <div
      role="option"
      id={`order-${order.id}`}
      aria-selected={chosen}
      aria-posinset={at + 1}
      className="order"
      data-order={order.id}
      data-held={held}
      data-movable={movable}
      style={top === undefined ? undefined : { top }}
      onPointerDown={hold}
      onClick={(event) => onChoose(event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      <span className="order-first">
        <b>{order.customerName}</b>
        <span className="order-marks">
          <OrderMarks order={order} />
        </span>
        <span className="spring" />
        <OrderTimeLeft order={order} now={now} />
      </span>
      <span className="order-what">
        {words.system.of(order.repairType)} · {order.content}
      </span>
      <span className="order-where quiet">
        {words.team.of(order.team)} · {order.premisesName ?? order.address}
      </span>
      <span className="order-when quiet">
        <Clock size={12} aria-hidden /> {wish(order, now.slice(0, 10))} <span>{t(lengthWords(order.minutes))}</span>
        {needed.length > 0 && (
          <span className="order-skill">
            <BadgeCheck size={12} aria-hidden /> {needed[0]}
            {needed.length > 1 && ` +${needed.length - 1}`}
          </span>
        )}
        <PartsMark order={order} />
      </span>
    </div>
  );
}
