import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

/** The mark of an old part that its maker wants back; nothing where none does. */
export function ForMaker({ maker }: { maker: string | null }): ReactElement | null {
  const t = useT();
  if (maker === null) return null;
  return (
    <span className="pill violet goods-maker">
      {maker ? t([`${maker} 要返件`, `${maker} wants it back`]) : t(['厂家要返件', 'Manufacturer wants it back'])}
    </span>
  );
}
