import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { BottomSheet, openSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { toolApplyStatus, toolApplyType } from '../../dictionaries.ts';
import { queueToolSubmission } from './tool-asks.view.tsx';
import { useGoods } from '../goods-state.view.tsx';
import type { HeldTool, OwnToolRequest } from './own-tools.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import { QUEUED } from '../parts/queued.rules.ts';
import { ToolPhotos } from './tool-photos.view.tsx';
import { ToolRequestSheet } from './tool-request-sheet.view.tsx';
import { DUE_TONES, calibrationWords, dueState, toolDueWords, isOpenRequest, toolsByDue } from './tool-steps.rules.ts';

/** A tool of the technician: the day on which it is due, its calibration, and its photos. */
function Held({ of, today }: { of: HeldTool; today: string }): ReactElement {
  const t = useT();
  const state = dueState(of, today);
  const calibration = calibrationWords(of.calibrateDue, today);
  return (
    <li className="day-line-row goods-row" data-tool={of.toolCode} data-due={state}>
      <span>
        <b>
          {of.toolName}
          {Number(of.qty) > 1 && ` ×${Number(of.qty)}`}
        </b>
        <small>{[of.toolCode, of.serialNo, of.toolApplyNo].filter(Boolean).join(' · ')}</small>
        {calibration && <small data-tone="amber">{t(calibration)}</small>}
        <ToolPhotos of={of} />
      </span>
      <span className="end">
        <span className={`pill ${DUE_TONES[state]}`}>{t(toolDueWords(of, today))}</span>
      </span>
    </li>
  );
}

function RequestState({ of }: { of: OwnToolRequest }): ReactElement {
  const t = useT();
  return of.toolApplyStatus === QUEUED ? (
    <span className="pill amber">{t(['待发送', 'To be sent'])}</span>
  ) : (
    <KeyPill of={toolApplyStatus} value={of.toolApplyStatus} />
  );
}

const writeToolRequest = (goods: OwnGoods, of: OwnToolRequest | null): void =>
  openSheet((close) => <ToolRequestSheet goods={goods} of={of} onClose={close} />);

/** An application, with its state; the technician changes and submits what is open. */
function Request({ of, goods }: { of: OwnToolRequest; goods: OwnGoods }): ReactElement {
  const t = useT();
  return (
    <li className="day-line-row goods-row" data-request={of.toolApplyNo || undefined}>
      <span>
        <span>
          <b>
            <KeyWord of={toolApplyType} value={of.toolApplyType} />
          </b>{' '}
          <small>{of.toolApplyNo}</small>
        </span>
        <small>{of.lines.map((line) => `${line.toolName} ×${Number(line.applyQty)}`).join(t(['、', ', ']))}</small>
        {of.toolApplyStatus === 'returned' && of.approveNote && (
          <small className="bad">{t([`退回：${of.approveNote}`, `Sent back: ${of.approveNote}`])}</small>
        )}
      </span>
      <span className="end">
        <RequestState of={of} />
        {goods.mayApply && isOpenRequest(of) && (
          <span className="goods-acts">
            <button type="button" className="day-text" onClick={() => writeToolRequest(goods, of)}>
              {t(['修改', 'Edit'])}
            </button>
            <button type="button" className="day-button soft" onClick={() => void queueToolSubmission(of)}>
              {t(['提交', 'Submit'])}
            </button>
          </span>
        )}
      </span>
    </li>
  );
}

/** The technician's tools, those that are due first, and the applications. */
export function ToolsSheet({ onClose }: { onClose: () => void }): ReactElement | null {
  const t = useT();
  const goods = useGoods();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  if (!goods) return null;
  return (
    <BottomSheet
      title={t(['工具', 'Tools'])}
      onClose={onClose}
      foot={
        goods.mayApply && (
          <button type="button" className="day-button strong" onClick={() => writeToolRequest(goods, null)}>
            {t(['申请工具', 'Apply for tools'])}
          </button>
        )
      }
    >
      {goods.tools.length === 0 && <p className="quiet">{t(['没有在手的工具', 'You have no tools'])}</p>}
      <ul className="day-rows goods-lines">
        {toolsByDue(goods.tools).map((one) => (
          <Held key={one.id} of={one} today={today} />
        ))}
      </ul>
      {goods.toolRequests.length > 0 && <h3 className="goods-of">{t(['我的工具申请', 'My applications'])}</h3>}
      <ul className="day-rows goods-lines">
        {goods.toolRequests.map((one) => (
          <Request key={one.id} of={one} goods={goods} />
        ))}
      </ul>
    </BottomSheet>
  );
}
