import { ArrowUpNarrowWide } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BoardOrder } from '../board.calls.ts';
import { chooseOrder, pickOrder, put, useBoard } from '../state/board-store.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { useVisibleRows } from '../state/use-visible-rows.view.tsx';
import { useWords } from '../state/words.view.tsx';
import { ORDER_PX } from '../timeline/timeline.rules.ts';
import { type BoardChoice, BoardChoices } from './choices.view.tsx';
import { OrderCard } from './order-card.view.tsx';
import { NO_FILTER, countsOf } from './orders.rules.ts';

/** Filters of the pool, each choice with the number of orders it would leave. */
export function PoolFilters({ data, now }: { data: BoardData; now: string }): ReactElement {
  const t = useT();
  const words = useWords();
  const filter = useBoard((state) => state.filter);
  const counts = useMemo(() => countsOf(data.orders, filter, now), [data.orders, filter, now]);
  const choicesOf = (
    tally: ReadonlyMap<string, number>,
    chosen: readonly string[],
    named: (key: string) => string,
  ): BoardChoice[] =>
    [...new Set([...tally.keys(), ...chosen])]
      .map((key) => ({ key, label: named(key), count: tally.get(key) ?? 0 }))
      .toSorted((one, other) => other.count - one.count);
  const set = (part: Partial<typeof filter>): void => put({ filter: { ...filter, ...part } });
  return (
    <div className="pool-filters" role="group" aria-label={t(['筛选', 'Filters'])}>
      <BoardChoices
        label={t(['片区', 'Area'])}
        choices={choicesOf(counts.teams, filter.teams, words.team.of)}
        chosen={filter.teams}
        onChoose={(teams) => set({ teams })}
      />
      <BoardChoices
        label={t(['系统', 'System'])}
        choices={choicesOf(counts.systems, filter.systems, words.system.of)}
        chosen={filter.systems}
        onChoose={(systems) => set({ systems })}
      />
      <BoardChoices
        label={t(['技能', 'Skill'])}
        choices={choicesOf(
          counts.skills,
          filter.skills,
          (key) => data.board?.skills.find((one) => one.id === key)?.name ?? key,
        )}
        chosen={filter.skills}
        onChoose={(skills) => set({ skills })}
      />
      <button
        type="button"
        className="chip"
        data-active={filter.urgent}
        aria-pressed={filter.urgent}
        onClick={() => set({ urgent: !filter.urgent })}
      >
        {t(['紧急', 'Urgent'])} <small>{counts.urgent}</small>
      </button>
      <button
        type="button"
        className="chip"
        data-active={filter.overdue}
        aria-pressed={filter.overdue}
        onClick={() => set({ overdue: !filter.overdue })}
      >
        {t(['超时', 'Late'])} <small>{counts.overdue}</small>
      </button>
      {(counts.parts > 0 || filter.parts) && (
        <button
          type="button"
          className="chip"
          data-active={filter.parts}
          aria-pressed={filter.parts}
          onClick={() => set({ parts: !filter.parts })}
        >
          {t(['备件齐', 'Parts ready'])} <small>{counts.parts}</small>
        </button>
      )}
    </div>
  );
}

interface PoolProps {
  readonly data: BoardData;
  readonly orders: readonly BoardOrder[];
  readonly now: string;
  readonly mayAssign: boolean;
}

/** The list of waiting orders, the first to become late first. */
export function Pool({ data, orders, now, mayAssign }: PoolProps): ReactElement {
  const t = useT();
  const [orderId, placing, picked] = [
    useBoard((state) => state.orderId),
    useBoard((state) => state.placing),
    useBoard((state) => state.picked),
  ];
  const held = placing?.orders?.map((one) => one.id) ?? (placing?.order ? [placing.order.id] : []);
  const together = orders.filter((one) => picked.includes(one.id));
  const box = useRef<HTMLDivElement>(null);
  const { first, last } = useVisibleRows(box, orders.length, ORDER_PX);
  const at = orders.findIndex((one) => one.id === orderId);
  // Keep the chosen order in view when keys change the choice.
  useEffect(() => {
    const element = box.current;
    if (!element || at < 0) return;
    if (at * ORDER_PX < element.scrollTop) element.scrollTop = at * ORDER_PX;
    else if ((at + 1) * ORDER_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = (at + 1) * ORDER_PX - element.clientHeight;
  }, [at]);
  const hidden = data.orders.length - orders.length;
  return (
    <section className="pool" aria-label={t(['待派工单', 'Orders to dispatch'])}>
      <header className="pool-head">
        <b>{t(['待派', 'To dispatch'])}</b>{' '}
        <span className="quiet">{data.board && t([`${orders.length} 单`, `${orders.length}`])}</span>
        <span className="spring" />
        <span className="quiet">
          {t(['剩余时效', 'Time left'])} <ArrowUpNarrowWide size={13} aria-hidden />
        </span>
      </header>
      <PoolFilters data={data} now={now} />
      <div
        ref={box}
        className="pool-list"
        role="listbox"
        aria-multiselectable
        tabIndex={0}
        aria-label={t(['待派工单', 'Orders to dispatch'])}
        aria-activedescendant={at >= first && at < last ? `order-${orderId}` : undefined}
      >
        <div style={{ height: orders.length * ORDER_PX }} role="presentation">
          {orders.slice(first, last).map((order, index) => (
            <OrderCard
              key={order.id}
              order={order}
              at={first + index}
              now={now}
              skills={data.board?.skills ?? []}
              chosen={picked.length > 0 ? picked.includes(order.id) : order.id === orderId}
              held={held.includes(order.id)}
              movable={mayAssign}
              together={picked.includes(order.id) ? together : undefined}
              onChoose={(more) => (more && mayAssign ? pickOrder(order.id) : chooseOrder(order.id))}
              top={(first + index) * ORDER_PX}
            />
          ))}
        </div>
      </div>
      {orders.length === 0 && data.board && (
        <p className="pool-none quiet">
          {hidden > 0 ? (
            <>
              {t(['筛选后没有待派单', 'No order passes the filters'])}{' '}
              <button type="button" className="link" onClick={() => put({ filter: NO_FILTER })}>
                {t(['清除筛选', 'Clear'])}
              </button>
            </>
          ) : (
            t(['没有待派的工单', 'Nothing waits to be dispatched'])
          )}
        </p>
      )}
      <footer className="pool-foot quiet">
        {hidden > 0
          ? t([`筛选外还有 ${hidden} 单`, `${hidden} more outside of the filters`])
          : t([`共 ${data.total} 单`, `${data.total} in all`])}
        {mayAssign && <span>{t(['Shift 多选后可整组拖', 'Shift selects several'])}</span>}
        {data.total > data.orders.length + 1 && (
          <span>{t([`只列最急的 ${data.orders.length} 单`, `the ${data.orders.length} most urgent are listed`])}</span>
        )}
      </footer>
    </section>
  );
}
