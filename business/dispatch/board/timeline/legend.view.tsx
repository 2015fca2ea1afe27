import { Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useWords } from '../state/words.view.tsx';

const SHOWN = ['pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused', 'finished', 'partial'];

/** The legend below the rows, which explains their colours and symbols. */
export function Legend(): ReactElement {
  const t = useT();
  const words = useWords();
  return (
    <footer className="legend">
      {SHOWN.map((state) => (
        <span key={state} className={`tone-${words.state.tone(state)} state-${state}`}>
          <i className="legend-bar" aria-hidden />
          {words.state.of(state)}
        </span>
      ))}
      <span className="spring" />
      <span>
        <i className="legend-way" aria-hidden />
        {t(['路途 km', 'km'])}
      </span>
      <span>
        <i className="legend-leave" aria-hidden />
        {t(['请假', 'leave'])}
      </span>
      <span>
        <i className="legend-overlap" aria-hidden />
        {t(['重叠', 'overlap'])}
      </span>
      <span>
        <Lock size={12} aria-hidden /> {t(['锁定', 'locked'])}
      </span>
    </footer>
  );
}
