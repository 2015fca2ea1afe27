import type { ReactElement } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { noteError } from '#kernel/web/http/errors/error-log.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type QueuedStep, dropQueued, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { BottomSheet, openSheet } from '#business/completion/finish/sheet.view.tsx';
import { queueReturnSubmission } from './return-asks.view.tsx';
import { useGoods } from '../goods-state.view.tsx';
import type { OwnReturn } from './own-returns.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import { kindLabel, kindOfReturn } from './return-draft.rules.ts';
import { ForMaker } from './for-maker.view.tsx';
import { askToDelete } from './delete-draft.view.tsx';
import { correctedBy, isRefusedReturn } from './return-again.rules.ts';
import { ReturnSheet } from './return-sheet.view.tsx';
import { isOpenReturn, returnState, returnSteps } from './return-steps.rules.ts';
import { openAgain } from './write-return.view.tsx';

/** The state of a return; one on the phone alone waits for the network. */
export function ReturnState({ of }: { of: OwnReturn }): ReactElement {
  const t = useT();
  const [zh, en, tone] = returnState(of);
  return <span className={`pill ${tone}`}>{t([zh, en])}</span>;
}

function linesText(of: OwnReturn, accepted: string, between: string): string {
  return of.lines
    .map(({ itemName, returnQty, acceptQty }) =>
      acceptQty !== null && Number(acceptQty) !== Number(returnQty)
        ? `${itemName} ${accepted} ${Number(acceptQty)}/${Number(returnQty)}`
        : `${itemName} ×${Number(returnQty)}`,
    )
    .join(between);
}

/** Return the maker that wants a part of a return back; null where none does. */
const makerOfReturn = (of: OwnReturn): string | null => of.lines.find(({ maker }) => maker !== null)?.maker ?? null;

/** A return that the server refused. It is opened again with what was written, or dropped. */
function RefusedRow({ step, goods }: { step: QueuedStep; goods: OwnGoods }): ReactElement {
  const t = useT();
  return (
    <li className="day-line-row goods-row" data-refused={step.seq}>
      <span>
        <b>{t(returnSteps[step.name])}</b>
        <small>{String(step.facts.note ?? step.facts.customer ?? '')}</small>
        <small className="bad">{step.refusal?.words}</small>
      </span>
      <span className="end">
        <span className="pill red">{t(['没有生效', 'Not taken'])}</span>
        <span className="goods-acts">
          <button type="button" className="day-text" onClick={() => void dropQueued(step)}>
            {t(['不要了', 'Drop it'])}
          </button>
          {correctedBy(goods, step) !== undefined && (
            <button type="button" className="day-button soft" onClick={() => void openAgain(step).catch(noteError)}>
              {t(['去修改', 'Correct it'])}
            </button>
          )}
        </span>
      </span>
    </li>
  );
}

function Row({ of, goods }: { of: OwnReturn; goods: OwnGoods }): ReactElement {
  const t = useT();
  const edit = (): void =>
    openSheet((close) => <ReturnSheet goods={goods} first={kindOfReturn(of)} of={of} refused={null} onClose={close} />);
  return (
    <li className="day-line-row goods-row" data-return={of.returnNo || undefined}>
      <span>
        <span>
          <b>{t(kindLabel(kindOfReturn(of)))}</b> <small>{of.returnNo}</small>
        </span>
        <small>{linesText(of, t(['实收', 'accepted']), t(['、', ', ']))}</small>
        <ForMaker maker={makerOfReturn(of)} />
        {of.documentStatus === 'returned' && of.examineNote && (
          <small className="bad">{t([`退回：${of.examineNote}`, `Sent back: ${of.examineNote}`])}</small>
        )}
        <small>{shortMoment(of.since.slice(0, 16))}</small>
      </span>
      <span className="end">
        <ReturnState of={of} />
        {goods.mayReturn && isOpenReturn(of) && (
          <span className="goods-acts">
            {of.mayRemove && (
              <button type="button" className="day-text" onClick={() => askToDelete(of, openReturns)}>
                {t(['删除', 'Delete'])}
              </button>
            )}
            <button type="button" className="day-text" onClick={edit}>
              {t(['修改', 'Edit'])}
            </button>
            <button type="button" className="day-button soft" onClick={() => void queueReturnSubmission(of)}>
              {t(['提交', 'Submit'])}
            </button>
          </span>
        )}
      </span>
    </li>
  );
}

/**
 * The technician's returns. Drafts and those that were sent back or refused can be changed and submitted, own drafts
 * deleted.
 */
export function ReturnsSheet({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const goods = useGoods();
  const refused = useOutbox((state) => state.steps).filter(isRefusedReturn);
  return (
    <BottomSheet title={t(['我的退料', 'My returns'])} onClose={onClose} foot={null}>
      <ul className="day-rows goods-lines">
        {goods && refused.map((step) => <RefusedRow key={step.seq} step={step} goods={goods} />)}
        {goods?.returns.map((one) => (
          <Row key={one.id} of={one} goods={goods} />
        ))}
      </ul>
    </BottomSheet>
  );
}

/** Open the list of the technician's returns. */
export const openReturns = (): void => openSheet((close) => <ReturnsSheet onClose={close} />);
