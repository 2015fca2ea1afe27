import type { ReactElement } from 'react';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { documentStatus } from '../dictionaries.ts';
import { queueSubmission } from './goods-asks.view.tsx';
import { useGoods } from './goods-state.view.tsx';
import type { OwnRequest } from './own-goods.calls.ts';
import { QUEUED } from './parts/queued.rules.ts';

/** The state of a request; one on the phone alone waits for the network. */
export function RequestState({ of }: { of: OwnRequest }): ReactElement {
  const t = useT();
  return of.documentStatus === QUEUED ? (
    <span className="pill amber">{t(['待发送', 'To be sent'])}</span>
  ) : (
    <KeyPill of={documentStatus} value={of.documentStatus} />
  );
}

function Request({ of, canSubmit }: { of: OwnRequest; canSubmit: boolean }): ReactElement {
  const t = useT();
  return (
    <li className="day-line-row goods-row">
      <span>
        <span>
          <b>{of.customerName ?? t(['备货', 'Stock-up'])}</b> <small>{of.applyNo}</small>
        </span>
        <small>{of.lines.map((line) => `${line.itemName} ×${Number(line.applyQty)}`).join(t(['、', ', ']))}</small>
        {of.documentStatus === 'returned' && of.examineNote && (
          <small className="bad">{t([`退回：${of.examineNote}`, `Sent back: ${of.examineNote}`])}</small>
        )}
      </span>
      <span className="end">
        <RequestState of={of} />
        {canSubmit && (
          <button type="button" className="day-button soft" onClick={() => void queueSubmission(of)}>
            {t(['提交', 'Submit'])}
          </button>
        )}
      </span>
    </li>
  );
}

/** The technician's open requests. Drafts and those that were sent back can be submitted. */
export function RequestsSheet({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const goods = useGoods();
  return (
    <BottomSheet title={t(['我的申请', 'My requests'])} onClose={onClose} foot={null}>
      <ul className="day-rows goods-lines">
        {(goods?.requests ?? []).map((one) => (
          <Request
            key={one.id}
            of={one}
            canSubmit={goods?.mayRequest === true && ['draft', 'returned'].includes(one.documentStatus)}
          />
        ))}
      </ul>
    </BottomSheet>
  );
}
