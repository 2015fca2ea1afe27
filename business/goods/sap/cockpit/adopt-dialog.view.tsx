import { type ReactElement, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { adoptCall } from '../sap-flow.calls.ts';
import type { ShownDifference } from './cockpit.calls.ts';

/** Ask for the reason of the counts, and write a draft for each warehouse. */
export function AdoptDialog({
  rows,
  at,
  limit,
  onClose,
  onDone,
}: {
  rows: readonly ShownDifference[];
  /** When both sides were compared. */ at: string;
  limit: string;
  onClose: () => void;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [reason, setReason] = useState(
    t([`按 ${shortMoment(at, 'zh')} 的比对`, `Comparison of ${shortMoment(at, 'en')}`]),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef(newKey());
  const stores = new Set(rows.map((row) => row.whsCode)).size;
  async function adopt(): Promise<void> {
    if (busy || !reason.trim()) return;
    setBusy(true);
    try {
      const sent = { rows: rows.map(({ whsCode, itemCode }) => ({ whsCode, itemCode })), reason: reason.trim() };
      const drafts = await askCall(adoptCall, sent, { quiet: true, key: key.current });
      refresh(stockAdjustment.name);
      const to = drafts.length === 1 ? `?id=${drafts[0].id}` : '?view=draft';
      toast.good(
        t([
          `已写 ${drafts.length} 张盘点草稿，库存没有动`,
          `${counted(drafts.length, 'draft')} written; the stock did not move`,
        ]),
        {
          label: t(['看草稿', 'See the draft']),
          run: () => void navigate(`${menuOf(stockAdjustment).path}${to}`),
        },
      );
      onDone();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setProblem(error.fields[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={t([`采纳 SAP 的数：${rows.length} 行`, `Adopt the stock of SAP: ${counted(rows.length, 'row')}`])}
      width={520}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['写草稿', 'Write the draft'], typing: true, run: () => void adopt() }]}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button
            type="button"
            className="button strong"
            disabled={busy || !reason.trim()}
            onClick={() => void adopt()}
          >
            {t([`写 ${stores} 张盘点草稿`, `Write ${counted(stores, 'draft')}`])} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <p className="dialog-text">
        {t([
          `每仓一张盘点草稿，由另一人审批，超 ${grouped(Number(limit))} 元由经理批。审批之前库存不动。`,
          `One draft of a count a warehouse. Another person approves it, above CNY ${grouped(Number(limit))} the manager. Until then no stock moves.`,
        ])}
      </p>
      <label className="plain-field">
        <span>{t(['原因', 'Reason'])}</span>
        <textarea
          className="plain-input"
          rows={2}
          maxLength={200}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
