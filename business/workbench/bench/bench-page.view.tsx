import { onlineManager } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useLineState } from '#kernel/web/realtime/line-state.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import { BenchFigures } from './bench-figures.view.tsx';
import { BenchList } from './bench-list.view.tsx';
import { BenchSide } from './bench-side.view.tsx';
import { useBench } from './use-bench.view.tsx';
import './bench.css';

const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );

const clock = (ms: number): string => new Date(ms).toTimeString().slice(0, 5);

/** The first page of a role with an ordered list: three figures, the list, and the column beside it. */
export default function BenchPage({ name, children }: { name: BenchName; children: ReactNode }): ReactElement {
  const t = useT();
  const bench = useBench();
  const isOnline = useOnline();
  const { lostMs } = useLineState();
  const isAway = !isOnline || lostMs !== null;
  return (
    <div className="bench" data-bench={name}>
      {isAway && bench.at > 0 && (
        <p className="bench-away" role="status">
          {t([`没有网络，这是 ${clock(bench.at)} 的内容`, `No network: this is as of ${clock(bench.at)}`])}
        </p>
      )}
      <BenchFigures />
      <div className="bench-columns">
        <BenchList bench={bench} isAway={!isOnline} />
        <BenchSide bench={name} list={bench.list} piles={bench.piles} />
      </div>
      {children}
    </div>
  );
}
