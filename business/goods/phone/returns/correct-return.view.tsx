import type { ReactElement } from 'react';
import type { QueuedStep } from '#kernel/web/http/offline/outbox.ts';
import { noteError } from '#kernel/web/http/errors/error-log.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useGoods } from '../goods-state.view.tsx';
import { correctedBy } from './return-again.rules.ts';
import { openAgain } from './write-return.view.tsx';

/** A button at a refused return that opens it again; nothing at other steps. */
export default function CorrectReturn({ step }: { readonly step: QueuedStep }): ReactElement | null {
  const t = useT();
  const goods = useGoods();
  if (!goods || correctedBy(goods, step) === undefined) return null;
  return (
    <button type="button" className="day-button strong" onClick={() => void openAgain(step).catch(noteError)}>
      {t(['去修改', 'Correct it'])}
    </button>
  );
}
