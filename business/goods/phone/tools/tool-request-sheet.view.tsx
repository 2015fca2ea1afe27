import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { addDays, daysBetween } from '#kernel/language/days.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { toolApplyType } from '../../dictionaries.ts';
import { queueToolRequest } from './tool-asks.view.tsx';
import type { OwnToolRequest, StoredTool } from './own-tools.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import { Stepper } from '../parts/stepper.view.tsx';
import { type RequestedTool, calibrationWords, dueState } from './tool-steps.rules.ts';
import { useOnce } from '../parts/use-once.view.tsx';

/** Days of a loan that are offered. */
const DAYS = [1, 3, 7, 14, 30] as const;
const FIRST_DAYS = 7;
const PERMANENT = 'keep';

type Counts = Readonly<Record<string, number>>;

/** Return the choices of tools: those in the store, and those that a stored application has already. */
function choicesOf(goods: OwnGoods, of: OwnToolRequest | null): StoredTool[] {
  const known = new Set(goods.storedTools.map(({ id }) => id));
  const own = (of?.lines ?? [])
    .filter(({ toolId }) => !known.has(toolId))
    .map(({ toolId, toolName, applyQty }) => ({
      id: toolId,
      toolCode: '',
      toolName,
      spec: null,
      serialNo: null,
      available: applyQty,
      isSingle: false,
      calibrateDue: null,
    }));
  return [...own, ...goods.storedTools];
}

/** Return the requested quantities of a stored application, by tool. */
const countsOf = (of: OwnToolRequest | null): Counts =>
  (of?.lines ?? []).reduce<Counts>(
    (counts, { toolId, applyQty }) => ({ ...counts, [toolId]: (counts[toolId] ?? 0) + Number(applyQty) }),
    {},
  );

/** A tool in the store. One whose calibration is over is not handed out. */
function Tool({
  of,
  qty,
  today,
  put,
}: {
  of: StoredTool;
  qty: number;
  today: string;
  put: (qty: number) => void;
}): ReactElement {
  const t = useT();
  const isOver = of.calibrateDue !== null && of.calibrateDue < today;
  const most = isOver ? 0 : Number(of.available);
  const calibration = calibrationWords(of.calibrateDue, today);
  return (
    <li className="day-supply" data-tool={of.toolCode}>
      <span>
        <b>{of.toolName}</b>
        <small>
          {[of.toolCode, of.spec, of.serialNo, t([`在库 ${Number(of.available)}`, `${Number(of.available)} in store`])]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {calibration && <small data-tone="amber">{t(calibration)}</small>}
      </span>
      <Stepper
        value={qty}
        isLeast={qty <= 0}
        isMost={qty >= most}
        name={of.toolName}
        onStep={(by) => put(Math.max(0, Math.min(most, qty + by)))}
      />
    </li>
  );
}

/** The tools in the store, by name or code; chosen ones always stay in sight. */
function Tools({
  choices,
  counts,
  put,
}: {
  choices: readonly StoredTool[];
  counts: Counts;
  put: (counts: Counts) => void;
}): ReactElement {
  const t = useT();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const [text, setText] = useState('');
  const fits = ({ id, toolName, toolCode, spec, serialNo }: StoredTool): boolean =>
    Boolean(counts[id]) ||
    !text ||
    [toolName, toolCode, spec, serialNo].join(' ').toUpperCase().includes(text.toUpperCase());
  return (
    <>
      <input
        type="search"
        value={text}
        placeholder={t(['工具名称、编码', 'Name or code of a tool'])}
        aria-label={t(['查找工具', 'Find a tool'])}
        onChange={(event) => setText(event.target.value)}
      />
      {choices.length === 0 && <p className="quiet">{t(['没有在库的工具', 'No tools in the store'])}</p>}
      <ul className="goods-lines goods-choices">
        {choices.filter(fits).map((one) => (
          <Tool
            key={one.id}
            of={one}
            qty={counts[one.id] ?? 0}
            today={today}
            put={(qty) => put({ ...counts, [one.id]: qty })}
          />
        ))}
      </ul>
    </>
  );
}

/** Why a new application is refused: the tools that are overdue. */
function Overdue({ goods, today }: { goods: OwnGoods; today: string }): ReactElement | null {
  const t = useT();
  const overdue = goods.tools.filter((one) => dueState(one, today) === 'overdue');
  if (!goods.blocksTools || overdue.length === 0) return null;
  return (
    <div className="day-warning" role="alert">
      <TriangleAlert size={20} aria-hidden />
      <span>
        {t(['逾期工具先归还，才能再申请：', 'Return overdue tools before you apply: '])}
        {overdue
          .map((one) => [one.toolName, one.toolApplyNo, shortMoment(one.dueDay ?? '')].join(' '))
          .join(t(['、', ', ']))}
      </span>
    </div>
  );
}

interface Props {
  readonly goods: OwnGoods;
  /** The stored application that is corrected; null for a new one. */ readonly of: OwnToolRequest | null;
  readonly onClose: () => void;
}

interface Header {
  readonly type: string;
  readonly day: string;
  readonly reason: string;
}

const firstHeader = (of: OwnToolRequest | null, today: string): Header => ({
  type: of?.toolApplyType ?? 'borrow',
  day: of?.planReturnDate && of.planReturnDate >= today ? of.planReturnDate : addDays(today, FIRST_DAYS),
  reason: of?.reason ?? '',
});

/** Kind, days and purpose of an application; a permanent one has no days. */
function HeaderFields({
  header,
  today,
  put,
}: {
  header: Header;
  today: string;
  put: (header: Header) => void;
}): ReactElement {
  const t = useT();
  const types = useDictionary(toolApplyType);
  const days = [...new Set([header.day, ...DAYS.map((n) => addDays(today, n))])].toSorted();
  return (
    <>
      <label className="day-pick">
        <span>{t(['申请类型', 'Kind'])}</span>
        <ChoiceBox
          label={t(['申请类型', 'Kind'])}
          value={header.type}
          items={types.map(({ key, label }) => ({ key, label }))}
          onChange={(type) => put({ ...header, type })}
        />
      </label>
      {header.type !== PERMANENT && (
        <label className="day-pick">
          <span>{t(['归还日期', 'Due back'])}</span>
          <ChoiceBox
            label={t(['归还日期', 'Due back'])}
            value={header.day}
            items={days.map((day) => {
              const n = daysBetween(today, day);
              return { key: day, label: `${shortMoment(day)} · ${t([`${n} 天`, counted(n, 'day')])}` };
            })}
            onChange={(day) => put({ ...header, day })}
          />
        </label>
      )}
      <label className="day-field">
        <span>{t(['用途', 'Purpose'])}</span>
        <input
          value={header.reason}
          maxLength={200}
          required
          placeholder={t(['必填', 'Required'])}
          onChange={(event) => put({ ...header, reason: event.target.value })}
        />
      </label>
    </>
  );
}

/** An application for tools of the store. It is queued as a draft or submitted, so it works without a network. */
export function ToolRequestSheet({ goods, of, onClose }: Props): ReactElement {
  const t = useT();
  const once = useOnce();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const choices = choicesOf(goods, of);
  const [header, putHeader] = useState(() => firstHeader(of, today));
  const [counts, put] = useState<Counts>(() => countsOf(of));
  const lines: RequestedTool[] = choices
    .filter(({ id }) => (counts[id] ?? 0) > 0)
    .map(({ id, toolName }) => ({ toolId: id, toolName, qty: counts[id] ?? 0 }));
  const isBlocked = goods.blocksTools && goods.tools.some((one) => dueState(one, today) === 'overdue');
  const canSend = lines.length > 0 && header.reason.trim() !== '';
  const send = (isDraft: boolean): void =>
    once(async () => {
      const planReturnDate = header.type === PERMANENT ? '' : header.day;
      const technicianId = goods.technicianId ?? '';
      const body = { technicianId, toolApplyType: header.type, reason: header.reason.trim(), planReturnDate };
      await queueToolRequest({ ...body, lines, of }, { isDraft });
      toast.good(isDraft ? t(['已存草稿', 'Stored as a draft']) : t(['已申请', 'Requested']));
      onClose();
    });
  return (
    <BottomSheet
      title={of ? t(['修改工具申请', 'Correct the application']) : t(['申请工具', 'Apply for tools'])}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" disabled={!canSend} onClick={() => send(true)}>
            {t(['存草稿', 'Keep as a draft'])}
          </button>
          <button
            type="button"
            className="day-button strong"
            disabled={!canSend || isBlocked}
            onClick={() => send(false)}
          >
            {t([`申请 ${lines.length} 种`, `Request ${lines.length}`])}
          </button>
        </>
      }
    >
      <Overdue goods={goods} today={today} />
      {of?.approveNote && <p className="bad">{t([`退回：${of.approveNote}`, `Sent back: ${of.approveNote}`])}</p>}
      <HeaderFields header={header} today={today} put={putHeader} />
      <Tools choices={choices} counts={counts} put={put} />
    </BottomSheet>
  );
}
