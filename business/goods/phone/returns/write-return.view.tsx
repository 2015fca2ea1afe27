import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import type { QueuedStep } from '#kernel/web/http/offline/outbox.ts';
import { freshGoods } from '../goods-state.view.tsx';
import type { OwnGoods } from '../own-goods.calls.ts';
import { correctedBy } from './return-again.rules.ts';
import type { ReturnKind } from './return-draft.rules.ts';
import { ReturnSheet } from './return-sheet.view.tsx';

/** Open the sheet of a new return. */
export const writeReturn = (goods: OwnGoods, first: ReturnKind): void =>
  openSheet((close) => <ReturnSheet goods={goods} first={first} of={null} refused={null} onClose={close} />);

/** Open the sheet of a return that the server refused, with what was written and what can go back now. */
export async function openAgain(step: QueuedStep): Promise<void> {
  const goods = await freshGoods();
  const of = goods && correctedBy(goods, step);
  if (!goods || of === undefined) return;
  openSheet((close) => <ReturnSheet goods={goods} first="unused" of={of} refused={step} onClose={close} />);
}
