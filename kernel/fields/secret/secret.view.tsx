import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { KindView } from '../faces.view.tsx';

/** Shows only whether the secret is set. */
function IsSet({ set }: { set: boolean }): ReactElement {
  const t = useT();
  return <span className={set ? undefined : 'quiet'}>{set ? t(['已设置', 'Set']) : t(['未设置', 'Not set'])}</span>;
}

export const secretView: KindView = { cell: ({ label }) => <IsSet set={Boolean(label)} /> };
