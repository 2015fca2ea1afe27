import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { Blocked } from '../parts/blocked.view.tsx';
import type { OwnGoods } from '../own-goods.calls.ts';
import { DueTools } from './due-tools.view.tsx';
import { heldPieces, toolWarning } from './tool-steps.rules.ts';
import { ToolsSheet } from './tools-sheet.view.tsx';

/** Tools in one line: how many, and the most urgent fact. It opens the list and the applications. Below it: due ones. */
export function ToolsSection({ id, goods }: { id: string; goods: OwnGoods }): ReactElement {
  const t = useT();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const warning = toolWarning(goods.tools, today);
  const pieces = heldPieces(goods.tools);
  const open = goods.toolRequests.filter((one) => !['handedOut', 'partReturned'].includes(one.toolApplyStatus)).length;
  return (
    <section id={id} className="goods-section goods-plain">
      <Blocked reason="maintenance.toolsOverdue" />
      <div className="day-card">
        <button
          type="button"
          className="day-line-row goods-open"
          onClick={() => openSheet((close) => <ToolsSheet onClose={close} />)}
        >
          <span>
            <b>{t([`工具 ${pieces} 件`, counted(pieces, 'tool')])}</b>
            {warning && <small data-tone={warning.tone}>{t(warning.words)}</small>}
            {open > 0 && <small>{t([`${open} 张申请在办`, counted(open, 'open application')])}</small>}
          </span>
          <ChevronRight size={20} aria-hidden />
        </button>
        <DueTools tools={goods.tools} today={today} />
      </div>
    </section>
  );
}
