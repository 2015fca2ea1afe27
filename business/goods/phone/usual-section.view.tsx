import type { ReactElement } from 'react';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { linesForVan } from './goods-steps.rules.ts';
import type { OwnGoods } from './own-goods.calls.ts';
import { RequestSheet } from './request-sheet.view.tsx';
import { writeReturn } from './returns/write-return.view.tsx';

/** How much of the usual stock the van has, a request for the rest, and the return of what is too much. */
export function UsualSection({ goods, kinds }: { goods: OwnGoods; kinds: number }): ReactElement | null {
  const t = useT();
  const below = goods.usual.filter((one) => Number(one.missing) > 0);
  const empty = below.filter((one) => Number(one.onHand) <= 0).length;
  const hasSurplus = goods.mayReturn && goods.held.some((one) => one.materialStatus === 'good');
  if (below.length === 0 && !hasSurplus) return null;
  const fill = (): void =>
    openSheet((close) => <RequestSheet goods={goods} order={null} lines={linesForVan(goods)} onClose={close} />);
  return (
    <section className="goods-section goods-plain">
      <div className="day-card">
        <p className="day-line-row goods-usual">
          <span>
            <b>{t([`车上 ${kinds} 种`, `${counted(kinds, 'item')} in the van`])}</b>
            {below.length > 0 && (
              <small className="day-amber">
                {t([`${below.length} 种低于常备`, `${below.length} below the usual`])}
                {empty > 0 && t([`，其中 ${empty} 种用完`, `, ${empty} of them used up`])}
              </small>
            )}
          </span>
          {hasSurplus && (
            <button type="button" className="day-text" onClick={() => writeReturn(goods, 'unused')}>
              {t(['退多余', 'Return surplus'])}
            </button>
          )}
          {goods.mayRequest && below.length > 0 && (
            <button type="button" className="day-button soft" onClick={fill}>
              {t(['补到常备', 'Fill the van'])}
            </button>
          )}
        </p>
      </div>
    </section>
  );
}
