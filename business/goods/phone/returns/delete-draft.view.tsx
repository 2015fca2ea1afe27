import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { BottomSheet, openSheet } from '#business/completion/finish/sheet.view.tsx';
import { useOnce } from '../parts/use-once.view.tsx';
import type { OwnReturn } from './own-returns.calls.ts';
import { queueReturnDeletion } from './return-asks.view.tsx';
import { kindLabel, kindOfReturn } from './return-draft.rules.ts';

/** The question before a draft is deleted. */
function DeleteSheet({ of, onClose }: { of: OwnReturn; onClose: () => void }): ReactElement {
  const t = useT();
  const once = useOnce();
  const remove = (): void =>
    once(async () => {
      await queueReturnDeletion(of);
      onClose();
    });
  return (
    <BottomSheet
      title={t(['删除退料草稿', 'Delete the draft'])}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" onClick={onClose}>
            {t(['保留', 'Keep it'])}
          </button>
          <button type="button" className="day-button strong danger" onClick={remove}>
            {t(['删除', 'Delete'])}
          </button>
        </>
      }
    >
      <p>
        <b>{t(kindLabel(kindOfReturn(of)))}</b> {of.returnNo}
      </p>
      <p className="quiet">
        {of.lines.map((line) => `${line.itemName} ×${Number(line.returnQty)}`).join(t(['、', ', ']))}
      </p>
    </BottomSheet>
  );
}

/** Ask before a draft is deleted. `back` opens the list again. */
export const askToDelete = (of: OwnReturn, back: () => void): void =>
  openSheet(() => <DeleteSheet of={of} onClose={back} />);
