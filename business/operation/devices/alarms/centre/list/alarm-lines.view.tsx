import { type ReactElement, useEffect, useState } from 'react';
import { homeKey } from '../alarm-order.rules.ts';
import type { AlarmOrder } from '../alarm-flow.calls.ts';
import { AlarmOpen } from './alarm-open.view.tsx';
import { AlarmRow, type AlarmRowProps } from './alarm-row.view.tsx';
import type { AlarmLine } from '../use-alarms.view.tsx';
import type { Hands } from '../use-hands.view.tsx';

const EVERY_MS = 10_000;

/** Render every ten seconds, so that ages grow. */
function useClock(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Return the place of a line among the lines of its home. */
function placeOf(list: readonly AlarmLine[], at: number): AlarmRowProps['place'] {
  const isSame = (other: AlarmLine | undefined): boolean => other !== undefined && homeKey(other) === homeKey(list[at]);
  if (isSame(list[at - 1])) return isSame(list[at - 2]) ? 'next' : 'second';
  return isSame(list[at + 1]) ? 'first' : 'alone';
}

/** Lines of one part of the list. The current line is expanded. */
export function AlarmLines({
  list,
  hands,
  orders,
}: {
  list: readonly AlarmLine[];
  hands: Hands;
  orders: ReadonlyMap<string, AlarmOrder>;
}): ReactElement {
  useClock();
  return (
    <ul className="alarm-lines">
      {list.map((line, at) => (
        <AlarmRow
          key={line.id}
          line={line}
          place={placeOf(list, at)}
          isCurrent={line.id === hands.here?.id}
          isPicked={hands.picked.has(line.id)}
          order={orders.get(String(line.row.repairFormId ?? ''))}
          choose={() => hands.setCurrent(line.id)}
          open={() => hands.open(line.id)}
          pick={() => hands.pick(line.id)}
          confirm={() => hands.confirm(line)}
        >
          {line.id === hands.here?.id ? <AlarmOpen line={line} hands={hands} /> : undefined}
        </AlarmRow>
      ))}
    </ul>
  );
}
