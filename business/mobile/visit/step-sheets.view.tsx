import { NoteField, SheetButtons } from './note-field.view.tsx';
import { type ReactElement, useState } from 'react';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import type { Label } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refuseReason } from '#business/dispatch/dictionaries.ts';
import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { quartersOf } from '../day.rules.ts';
import { doStep } from '../do-step.view.tsx';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '../use-day.view.tsx';

interface Asked {
  readonly visit: Visit;
  readonly onClose: () => void;
}

/** A bottom sheet with one required note, and the button of its action. */
function NoteSheet({
  title,
  label,
  hint,
  yes,
  danger,
  onYes,
  onClose,
}: {
  title: Label;
  label: Label;
  hint?: Label;
  yes: Label;
  danger?: boolean;
  onYes: (note: string) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const done = (): void => {
    setTried(true);
    if (note.trim()) void onYes(note.trim()).then(onClose);
  };
  return (
    <BottomSheet
      title={t(title)}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button type="button" className={`day-button strong${danger ? ' danger' : ''}`} onClick={done}>
            {t(yes)}
          </button>
        </>
      }
    >
      {hint && <p className="quiet">{t(hint)}</p>}
      <label className="day-field">
        <span>{t(label)}</span>
        <textarea
          rows={3}
          maxLength={500}
          data-autofocus
          value={note}
          aria-invalid={tried && !note.trim()}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {tried && !note.trim() && (
        <p className="field-problem">
          {t(['请填写', 'Please fill this in'])}
          {t(label)}
        </p>
      )}
    </BottomSheet>
  );
}

/** Sheet for the reason of an arrival that is far from the address or without a position. */
export const FarSheet = ({
  visit,
  location,
  metres,
  onClose,
}: Asked & { location: string | null; metres: number | null }): ReactElement => (
  <NoteSheet
    title={metres === null ? ['没有位置', 'No position'] : ['离服务地址较远', 'Far from the address']}
    label={['说明', 'Note']}
    yes={['确认到达', 'I am there']}
    onClose={onClose}
    hint={
      metres === null
        ? [
            '手机没有给出位置（未授权或没有信号），请说明原因',
            'This phone does not say where it is (not allowed, or no signal): say why',
          ]
        : [`手机位置距服务地址 ${metres} 米，请说明原因`, `This phone is ${metres} m from the address: say why`]
    }
    onYes={(reason) => doStep(visit, 'arrive', { location, reason }, { metres, note: reason })}
  />
);

export const PauseSheet = ({ visit, onClose }: Asked): ReactElement => (
  <NoteSheet
    title={['暂停作业', 'Pause']}
    hint={['暂停的时间不计入作业时长', 'Paused minutes do not count as work']}
    label={['原因', 'Reason']}
    yes={['暂停', 'Pause']}
    onClose={onClose}
    onYes={(reason) => doStep(visit, 'pause', { reason }, { note: reason })}
  />
);

export function RefuseSheet({ visit, onClose }: Asked): ReactElement {
  const t = useT();
  const reasons = useDictionary(refuseReason);
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const done = (): void => {
    setTried(true);
    if (chosen && note.trim())
      void doStep(visit, 'refuse', { refuseReason: chosen, reason: note.trim() }, { note }).then(onClose);
  };
  return (
    <BottomSheet
      title={t(['拒单', 'Refuse'])}
      onClose={onClose}
      foot={<SheetButtons yes={['拒单', 'Refuse']} danger onYes={done} onClose={onClose} />}
    >
      <ChoiceRow label={t(['拒单原因', 'Reason'])} items={reasons} value={chosen} onChange={setChosen} />
      {tried && !chosen && <p className="field-problem">{t(['请选择拒单原因', 'Choose the reason'])}</p>}
      <NoteField
        value={note}
        isMissing={tried && !note.trim()}
        problem={['请填写说明', 'Add a note']}
        onChange={setNote}
      />
    </BottomSheet>
  );
}

/** Sheet for the time window that was agreed with the customer, initially the planned one. */
export function AppointSheet({ visit, onClose }: Asked): ReactElement {
  const t = useT();
  const technician = useStoredDay((state) => state.stored?.own.technician);
  const now = useStoredDay((state) => state.now);
  const length = Math.max(30, minutesBetween(visit.planStart, visit.planEnd));
  const [day, setDay] = useState(visit.planStart.slice(0, 10));
  const [from, setFrom] = useState(visit.planStart.slice(11, 16));
  const [to, setTo] = useState(visit.planEnd.slice(11, 16));
  const begin = (clock: string): void => {
    setFrom(clock);
    setTo(addMinutes(`${day} ${clock}:00`, length).slice(11, 16));
  };
  const problem: Label | null =
    !day || !from || !to
      ? ['请选择日期和时间', 'Choose day and time']
      : from >= to
        ? ['结束须晚于开始', 'The end must lie after the start']
        : `${day} ${to}` <= now.slice(0, 16)
          ? ['时段已经过去', 'This window has passed']
          : null;
  const done = (): void => {
    if (!problem)
      void doStep(
        visit,
        'appoint',
        { from: `${day} ${from}:00`, to: `${day} ${to}:00` },
        { from: `${day} ${from}`, to },
      ).then(onClose);
  };
  const quarters = quartersOf(
    (technician?.workStart ?? '08:00').slice(0, 5),
    (technician?.workEnd ?? '20:00').slice(0, 5),
  ).filter((_, at) => at % 4 === 0);
  return (
    <BottomSheet
      title={t(['与客户约定时间', 'Agree a time with the customer'])}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button type="button" className="day-button strong" disabled={problem !== null} onClick={done}>
            {t(['约好了', 'Agreed'])}
          </button>
        </>
      }
    >
      <label className="day-field">
        <span>{t(['日期', 'Day'])}</span>
        <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      <ChoiceRow
        label={t(['开始', 'From'])}
        items={quarters.map((clock) => ({ key: clock, label: clock }))}
        value={from}
        onChange={begin}
      />
      <div className="day-two">
        <label className="day-field">
          <span>{t(['开始', 'From'])}</span>
          <input type="time" step={900} value={from} onChange={(event) => begin(event.target.value)} />
        </label>
        <label className="day-field">
          <span>{t(['结束', 'To'])}</span>
          <input type="time" step={900} value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
      </div>
      {problem && <p className="field-problem">{t(problem)}</p>}
    </BottomSheet>
  );
}
