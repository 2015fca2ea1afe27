import { ask } from '../dialogs/ask.tsx';
import { useT } from '../i18n/words.ts';
import { useTabPath, useTabs } from './tabs.ts';

/** Return a function that runs `go`. If the page has unsaved changes, the person confirms first that they are lost. */
export function useLeaving(): (go: () => void) => void {
  const t = useT();
  const path = useTabPath();
  return (go) => {
    if (!useTabs.getState().dirty.has(path)) {
      go();
      return;
    }
    void ask({
      title: t(['放弃没有保存的改动？', 'Discard what is not saved?']),
      yes: t(['放弃', 'Discard']),
      no: t(['继续编辑', 'Go on editing']),
      danger: true,
    }).then((yes) => {
      if (yes) go();
    });
  };
}
