import { useEffect, useRef } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { StoredListSettings } from '../../query/list-settings.ts';
import { useT } from '../../i18n/words.ts';
import { toast } from '../../toast/toasts.ts';
import type { ListState } from '../state/list-state.ts';
import { type ViewTab, chosenView, firstView, tabNamed } from './views.ts';

interface Known {
  readonly stored: StoredListSettings;
  /** Whether the server has returned the views. */ readonly isLoaded: boolean;
  readonly views: readonly ViewTab[];
}

/**
 * Open a list without parameters in its default view. A link to a view that does not exist or is not shared opens the
 * reader's default view, with a message. The message does not reveal which of the two it was.
 */
export function useFirstView(of: AnyPaper, { stored, isLoaded, views }: Known, state: ListState): void {
  const t = useT();
  const open = useRef(state.text === '');
  useEffect(() => {
    if (!open.current || state.text !== '') {
      open.current = false;
      return;
    }
    const view = tabNamed(views, firstView(stored, views));
    if (!view?.key) return;
    open.current = false;
    state.change(chosenView(view));
  }, [stored, views, state.text]);
  const isUnknown = isLoaded && state.view !== '' && !tabNamed(views, state.view);
  useEffect(() => {
    if (!isUnknown) return;
    state.change({ view: firstView(stored, views) || undefined }, true);
    toast.bad(
      t([
        '链接里的视图不存在，或没有共享给你，已换成你的默认视图',
        'The view of this link does not exist or is not shared with you; you see your own first view',
      ]),
    );
  }, [isUnknown, of.name]);
}
