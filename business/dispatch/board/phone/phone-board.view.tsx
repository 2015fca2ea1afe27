import { type ReactElement, useState } from 'react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import type { BoardOrder, BoardTechnician } from '../board.calls.ts';
import { Details, type DetailsProps } from '../details/details.view.tsx';
import { OrderCard, partsWords } from '../pool/order-card.view.tsx';
import { PoolFilters } from '../pool/pool.view.tsx';
import { chooseOrder, chooseVisit, put, useBoard } from '../state/board-store.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { TechnicianCell } from '../timeline/technician-cell.view.tsx';
import type { BoardAnswer } from '../board.calls.ts';
import './phone-board.css';

function PersonCard({ of, board }: { of: BoardTechnician; board: BoardAnswer }): ReactElement {
  const t = useT();
  const words = useWords();
  const may = useMay(leaveForm);
  const day = of.days[0];
  const visits = of.visits
    .filter((one) => one.from.slice(0, 10) === day.day)
    .toSorted((one, other) => one.from.localeCompare(other.from));
  const away = of.leave.find((one) => one.from < `${day.day} 23:59:59` && one.to > `${day.day} 00:00:00`);
  return (
    <li className="person-card">
      <TechnicianCell
        of={of}
        skills={board.skills}
        minutes={day.loadMinutes}
        capacity={of.capacityMinutes}
        more={0}
        rank={0}
        onOff={may('takeOff') ? () => put({ takingOff: of.technicianId }) : undefined}
      />
      {away && (
        <p className="person-away">
          {words.leave.of(away.leaveType)} {clockOf(away.from)}–{clockOf(away.to)}
          {away.pending && t([' · 待审批', ' · to approve'])}
        </p>
      )}
      {visits.map((one) => (
        <button
          key={`${one.id}${one.lead}`}
          type="button"
          className={`person-visit tone-${words.state.tone(one.state)}`}
          data-visit={one.id}
          onClick={() => chooseVisit(one.id)}
        >
          <time>
            {clockOf(one.from)}
            <small>{clockOf(one.to)}</small>
          </time>
          <span>
            <b>{one.customerName}</b>
            <small>
              {words.system.of(one.repairType)}
              {one.premisesName && ` · ${one.premisesName}`}
              {one.partsMissing ? <b className="amber-text"> · {t(partsWords(one.partsMissing))}</b> : null}
            </small>
          </span>
          <span className="person-state">{words.state.of(one.state)}</span>
        </button>
      ))}
      {visits.length === 0 && (
        <p className="quiet">{day.works ? t(['没有安排', 'nothing planned']) : t(['休息', 'day off'])}</p>
      )}
    </li>
  );
}

/**
 * The board on a phone: a list of waiting orders, or of technicians with their day. Orders cannot be dragged; the
 * dispatcher sends one to a suggested technician.
 */
export function PhoneBoard(props: DetailsProps & { readonly orders: readonly BoardOrder[] }): ReactElement {
  const t = useT();
  const [side, show] = useState<'orders' | 'people'>('orders');
  const [orderId, visitId] = [useBoard((state) => state.orderId), useBoard((state) => state.visitId)];
  const { data, orders, now } = props;
  const { board } = data;
  return (
    <div className="phone-board">
      <SegmentedControl
        label={t(['看什么', 'Show'])}
        size="phone"
        items={[
          {
            key: 'orders',
            label: (
              <>
                {t(['待派', 'To dispatch'])} <b>{orders.length}</b>
              </>
            ),
          },
          {
            key: 'people',
            label: (
              <>
                {t(['技师', 'Technicians'])} <b>{data.rows.length}</b>
              </>
            ),
          },
        ]}
        value={side}
        onChange={show}
      />
      {side === 'orders' && <PoolFilters data={data} now={now} />}
      {side === 'orders' && (
        <div className="phone-list" role="listbox" tabIndex={0} aria-label={t(['待派工单', 'Orders to dispatch'])}>
          {orders.map((order, at) => (
            <OrderCard
              key={order.id}
              order={order}
              at={at}
              now={now}
              skills={board?.skills ?? []}
              chosen={order.id === orderId}
              held={false}
              movable={false}
              onChoose={() => chooseOrder(order.id)}
            />
          ))}
        </div>
      )}
      {side === 'people' && board && (
        <ul className="phone-list">
          {data.rows.map((one) => (
            <PersonCard key={one.technicianId} of={one} board={board} />
          ))}
        </ul>
      )}
      {(orderId || visitId) && (
        <div className="phone-details">
          <Details {...props} />
        </div>
      )}
    </div>
  );
}
