import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';

/**
 * A bar shown when another person has saved the drawing meanwhile. It offers to load that version or to overwrite it.
 */
export function ConflictBar({
  theirs,
  onOver,
  onTake,
}: {
  theirs: WireRow;
  onOver: () => void;
  onTake: () => void;
}): ReactElement {
  const t = useT();
  const by = theirs._names?.updateUser ?? '';
  return (
    <div className="design-conflict" role="alert">
      <b>
        {t([
          `${by || '别人'}在 ${String(theirs.lastUpdated)} 保存过这张图`,
          `${by || 'Somebody'} saved it at ${String(theirs.lastUpdated)}`,
        ])}
      </b>
      <span className="spring" />
      <button type="button" className="button" onClick={onTake}>
        {t(['读入那一版', 'Read theirs'])}
      </button>
      <button type="button" className="button strong" onClick={onOver}>
        {t(['用我的覆盖', 'Save mine over it'])}
      </button>
    </div>
  );
}
