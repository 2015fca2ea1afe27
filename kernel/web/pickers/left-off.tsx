import type { ReactElement } from 'react';
import { useT } from '../i18n/words.ts';

/** Below what is offered: that more would fit. */
export function LeftOff({ left }: { left: number }): ReactElement {
  const t = useT();
  return (
    <p className="picker-left" role="status">
      {t([`还有 ${left} 条没有列出，请多输入几个字`, `${left} more are not listed: type more of it`])}
    </p>
  );
}
