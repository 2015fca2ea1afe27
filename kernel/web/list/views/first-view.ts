import { useEffect, useRef } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { StoredListSettings } from '../../query/list-settings.ts';
import { useT } from '../../i18n/words.ts';
import { toast } from '../../toast/toasts.ts';
import type { ListState } from '../state/list-state.ts';
import { type ViewTab, chosenView, firstView, tabNamed } from './views.ts';

interface Known {
  readonly kept: StoredListSettings;
  /** The server has told what views there are. */ readonly told: boolean;
  readonly views: readonly ViewTab[];
}

/**
 * A list that is opened by its name alone begins with the view that is chosen for it; whoever says more gets what he says. A link to a view
 * that is gone, or is not for its reader, leads to his own first view, and says so: which of the two it was is not told.
 */
export function useFirstView(of: AnyPaper, { kept, told, views }: Known, state: ListState): void {
  const t = useT();
  const open = useRef(state.text === '');
  useEffect(() => {
    if (!open.current || state.text !== '') {
      open.current = false;
      return;
    }
    const view = tabNamed(views, firstView(kept, views));
    if (!view?.key) return;
    open.current = false;
    state.change(chosenView(view));
  }, [kept, views, state.text]);
  const isUnknown = told && state.view !== '' && !tabNamed(views, state.view);
  useEffect(() => {
    if (!isUnknown) return;
    state.change({ view: firstView(kept, views) || undefined }, true);
    toast.bad(
      t([
        '链接里的视图不存在，或没有共享给你，已换成你的默认视图',
        'The view of this link does not exist or is not shared with you; you see your own first view',
      ]),
    );
  }, [isUnknown, of.name]);
}
