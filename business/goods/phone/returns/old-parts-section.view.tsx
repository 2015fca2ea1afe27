import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import { Blocked } from '../parts/blocked.view.tsx';
import { ForMaker } from './for-maker.view.tsx';
import { isRefusedReturn } from './return-again.rules.ts';
import { visitWords } from './return-draft.rules.ts';
import { isOpenReturn, returnOfPart } from './return-steps.rules.ts';
import { ReturnState, openReturns } from './returns-sheet.view.tsx';
import { writeReturn } from './write-return.view.tsx';

const leftWords = (left: number): Label =>
  left < 0 ? [`超 ${-left} 天`, `${-left} d overdue`] : [`剩 ${left} 天`, `${left} d left`];

/** An owed old part: its visit, and the days that are left or the return that has it. */
function OldPart({ one, goods }: { one: OwnGoods['oldParts'][number]; goods: OwnGoods }): ReactElement {
  const t = useT();
  const of = returnOfPart(goods, one.suppliesId);
  return (
    <li className="day-line-row goods-row">
      <span>
        <b>
          {one.itemName}
          {Number(one.qty) > 1 && ` ×${Number(one.qty)}`}
        </b>
        <small>{t(visitWords(one))}</small>
        <ForMaker maker={one.maker} />
      </span>
      <span className={`end ${one.left < 0 ? 'bad' : ''}`}>
        {t(leftWords(one.left))}
        {of && <ReturnState of={of} />}
      </span>
    </li>
  );
}

/** A row that opens the technician's returns; those that were sent back are named. */
function OwnReturns({ goods }: { goods: OwnGoods }): ReactElement | null {
  const t = useT();
  const back = goods.returns.filter((one) => one.documentStatus === 'returned').length;
  const drafts = goods.returns.filter(isOpenReturn).length - back;
  const refused = useOutbox((state) => state.steps).filter(isRefusedReturn).length;
  if (goods.returns.length + refused === 0) return null;
  return (
    <button type="button" className="day-line-row goods-open" onClick={openReturns}>
      <span>
        <b>{t([`我的退料 ${goods.returns.length}`, `My returns ${goods.returns.length}`])}</b>
        {refused > 0 && <small className="bad">{t([`${refused} 张没有生效`, `${refused} not taken`])}</small>}
        {back > 0 && <small className="bad">{t([`${back} 张被退回，要改`, `${back} sent back: correct them`])}</small>}
        {back + refused === 0 && drafts > 0 && <small>{t([`${drafts} 张草稿`, counted(drafts, 'draft')])}</small>}
      </span>
      <ChevronRight size={20} aria-hidden />
    </button>
  );
}

/** Old parts that go back, each with its visit and the days that are left, and the technician's returns. */
export function OldPartsSection({ id, goods }: { id: string; goods: OwnGoods }): ReactElement {
  const t = useT();
  const { oldParts, oldPartDays: days, oldPartLimit: limit } = goods;
  return (
    <section id={id} className="goods-section">
      <h2 className="day-caption">
        <span>
          {t(['要还的旧件', 'Old parts to return'])}{' '}
          <small>
            {t([`${days} 天内还，超期 ${limit} 件停领料`, `within ${days} days; ${limit} overdue ones stop requests`])}
          </small>
        </span>
        {goods.mayReturn && (
          <button
            type="button"
            className="day-text"
            onClick={() => writeReturn(goods, oldParts.length ? 'old' : 'unused')}
          >
            {t(['写退料', 'Return'])}
          </button>
        )}
      </h2>
      <Blocked reason="maintenance.oldPartsOwed" />
      <div className="day-card">
        {oldParts.length === 0 && <p className="goods-none">{t(['不欠旧件', 'No old parts owed'])}</p>}
        <ul className="day-rows">
          {oldParts.map((one) => (
            <OldPart key={one.suppliesId} one={one} goods={goods} />
          ))}
        </ul>
        <OwnReturns goods={goods} />
      </div>
    </section>
  );
}
