import type { ReactElement } from 'react';
import { useT } from '../../words/words.ts';
import { capped } from '../../words/plural.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { useCounts } from './views.ts';

/** Ready-made and own views of the list, with how many rows wait in each. */
export function ViewChips({ screen }: { screen: ListScreenState }): ReactElement | null {
  const t = useT();
  const counts = useCounts(screen.of);
  if (screen.views.length < 2) return <div className="chips-none" />;
  return (
    <div className="chips" role="tablist" aria-label={t(['视图', 'Views'])}>
      {screen.views.map((view) => {
        const count = view.ready ? counts?.[view.key] : undefined;
        return (
          <button key={view.key} type="button" role="tab" aria-selected={screen.state.view === view.key} className={view.worry && count ? 'worry' : undefined} onClick={() => screen.state.change({ view: view.key || undefined, ...(view.sort ? { sort: view.sort } : {}) })}>
            {t(view.label)}{count !== undefined && <small>{capped(count)}</small>}
          </button>
        );
      })}
    </div>
  );
}
