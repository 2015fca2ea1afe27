import type { ReactElement } from 'react';
import { useT } from '../i18n/words.ts';

/** The note below a list of choices that more rows match than are listed. */
export function LeftOff({ left }: { left: number }): ReactElement {
  const t = useT();
  return (
    <p className="picker-left" role="status">
      {t([`还有 ${left} 条没有列出，请多输入几个字`, `${left} more are not listed: type more of it`])}
    </p>
  );
}
