import { ChevronDown, CircleCheck } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { judgeChecklist } from '../completion/checklist.rules.ts';
import type { CheckDemand } from '../at-door/check-demand.calls.ts';
import { answeredCount, answersOf } from './draft.rules.ts';
import { FormBlock, NumberLine, type SectionProps } from './parts.view.tsx';

const FINE = '是';
const OFF = '否';

function Item({ demand, part }: { demand: CheckDemand; part: SectionProps }): ReactElement {
  const t = useT();
  const { draft, put } = part;
  const answer = draft.checks[demand.key];
  const set = (value: string): void => put({ checks: { ...draft.checks, [demand.key]: { ...answer, value } } });
  const off =
    judgeChecklist([demand], answer?.value ? [{ key: demand.key, value: answer.value }] : []).abnormal.length > 0;
  const limits = [demand.min, demand.max].some((one) => one !== null && one !== undefined && one !== '')
    ? `${demand.min ?? ''}–${demand.max ?? ''}`
    : '';
  const name = (
    <>
      {demand.label}
      {limits && <small className={off ? 'bad' : 'quiet'}> {limits}</small>}
    </>
  );
  const note = off && (
    <input
      className="day-note"
      placeholder={t(['哪里异常？', 'What is wrong?'])}
      aria-label={t([`${demand.label}：哪里异常`, `${demand.label}: what is wrong`])}
      value={answer?.note ?? ''}
      maxLength={200}
      onChange={(event) =>
        put({ checks: { ...draft.checks, [demand.key]: { value: answer?.value ?? '', note: event.target.value } } })
      }
    />
  );
  if (demand.type === 'number' || demand.type === 'meter')
    return (
      <>
        <NumberLine label={name} unit={demand.unit ?? ''} value={answer?.value ?? ''} bad={off} onChange={set} />
        {note}
      </>
    );
  if (demand.type === 'text' || demand.type === 'choice')
    return (
      <label className="day-number wide">
        <span>{name}</span>
        <input value={answer?.value ?? ''} maxLength={200} onChange={(event) => set(event.target.value)} />
      </label>
    );
  const words =
    demand.type === 'photo'
      ? [t(['已拍', 'Taken']), t(['未拍', 'Not taken'])]
      : [t(['正常', 'OK']), t(['异常', 'Not OK'])];
  return (
    <>
      <div className="day-check">
        <span>
          {demand.label}
          {!demand.required && <small className="quiet"> {t(['选填', 'optional'])}</small>}
        </span>
        <SegmentedControl
          label={demand.label}
          size="phone"
          items={[
            { key: FINE, label: words[0], verdict: 'good' },
            { key: OFF, label: words[1], verdict: 'bad' },
          ]}
          value={answer?.value ?? ''}
          onChange={set}
        />
      </div>
      {note}
    </>
  );
}

/** The check list of the service standard. It collapses once all items are answered. */
export function CheckSection(part: SectionProps): ReactElement | null {
  const t = useT();
  const { visit, draft, put } = part;
  const [open, setOpen] = useState(true);
  const count = answeredCount(visit, draft);
  const whole = count === visit.checklist.length;
  if (visit.checklist.length === 0) return null;
  const { abnormal } = judgeChecklist(visit.checklist, answersOf(visit, draft));
  const plain = visit.checklist.filter((one) => one.type === 'yesNo' || one.type === 'photo');
  const allFine = (): void =>
    put({
      checks: {
        ...draft.checks,
        ...Object.fromEntries(
          plain.filter((one) => !draft.checks[one.key]?.value).map((one) => [one.key, { value: FINE }]),
        ),
      },
    });
  const side = whole ? (
    <button type="button" className="day-text" aria-expanded={open} onClick={() => setOpen(!open)}>
      <CircleCheck size={18} aria-hidden />
      {abnormal.length
        ? t([`${abnormal.length} 项异常`, `${abnormal.length} not OK`])
        : t([`${count} 项正常`, `${count} OK`])}
      <ChevronDown size={18} aria-hidden />
    </button>
  ) : (
    plain.some((one) => !draft.checks[one.key]?.value) && (
      <button type="button" className="day-text" onClick={allFine}>
        <CircleCheck size={18} aria-hidden />
        {t(['其余正常', 'Mark the rest OK'])}
      </button>
    )
  );
  return (
    <FormBlock
      at="check"
      title={
        <>
          {t(['检查表', 'Check list'])}{' '}
          <small className="quiet">
            {count}/{visit.checklist.length}
          </small>
        </>
      }
      side={side}
    >
      {open && visit.checklist.map((demand) => <Item key={demand.key} demand={demand} part={part} />)}
    </FormBlock>
  );
}
