import { NoteField } from '../visit/note-field.view.tsx';
import { type ReactElement, useState } from 'react';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { wageDisputeKind, wageLineType } from '#business/piecework/dictionaries.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { queueStep } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import {
  type DisputeKind,
  type DisputedFactors,
  claimed,
  factorNow,
} from '#business/piecework/wages/dispute/claim.rules.ts';
import type { Slip, SlipLine } from './slip.rules.ts';

/** Dispute of one line: the present value, the claimed one, and the reason. */
export function DisputeSheet({
  slip,
  line: given,
  factors,
  onClose,
}: {
  slip: Slip;
  line: SlipLine | null;
  factors?: DisputedFactors;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const kinds = useDictionary(wageDisputeKind);
  const items = useDictionary(wageLineType);
  const lines = slip.lines ?? [];
  const [line, setLine] = useState(given);
  const [kind, setKind] = useState<DisputeKind>(given ? 'qty' : 'missing');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const now = line
    ? factorNow(kind, { qty: line.qty, unitPrice: line.unitPrice, ...(line === given && factors) })
    : null;
  const shown = now === null ? (line?.amount ?? '') : kind === 'share' ? `${Number(now) * 100}%` : String(Number(now));
  const would = line ? claimed(kind, { amount: line.amount, now }, value) : null;
  const nameOf = (one: SlipLine): string => {
    const { customer, work } = slip.earnedBy?.[one.id] ?? {};
    const kind = items.find((item) => item.key === one.wageLineType)?.label;
    return [customer ?? kind, work ?? (customer ? kind : one.reason), one.amount].filter(Boolean).join(' ');
  };
  const send = (): void => {
    setTried(true);
    if (!note.trim()) return;
    void queueStep({
      matter: `wage/${slip.id}`,
      name: 'dispute',
      path: 'blade-maintenance/webApi/aspieceworkwages/dispute',
      body: {
        id: slip.id,
        wageLineId: line?.id ?? null,
        disputeKind: kind,
        claimedValue: value.trim() || null,
        note: note.trim(),
      },
      facts: { customer: slip.wagePeriod, note: note.trim() },
    }).then(onClose);
  };
  return (
    <BottomSheet
      title={t(['对哪一笔有异议', 'Which line is wrong?'])}
      onClose={onClose}
      foot={
        <button type="button" className="day-button strong" onClick={send}>
          {t(['提交异议', 'Send'])}
        </button>
      }
    >
      <label className="day-pick">
        <span>{t(['哪一笔', 'Line'])}</span>
        <select
          value={line?.id ?? ''}
          onChange={(event) => setLine(lines.find((one) => one.id === event.target.value) ?? null)}
        >
          <option value="">{t(['整张工资单', 'The whole slip'])}</option>
          {lines.map((one) => (
            <option key={one.id} value={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </label>
      <ChoiceRow
        label={t(['哪里不对', 'What is wrong'])}
        items={kinds}
        value={kind}
        onChange={(key) => setKind(key as DisputeKind)}
      />
      <div className="day-two">
        <label className="day-field">
          <span>{t(['现在', 'Now'])}</span>
          <input value={shown} readOnly />
        </label>
        <label className="day-field">
          <span>{t(['我认为', 'It should be'])}</span>
          <input inputMode="decimal" value={value} maxLength={64} onChange={(event) => setValue(event.target.value)} />
        </label>
      </div>
      {would && (
        <p className="quiet">
          {t([
            `应为 ${would.amount}，${Number(would.more) >= 0 ? '多' : '少'} ${would.more.replace('-', '')}`,
            `would be ${would.amount}, ${would.more.replace('-', '')} ${Number(would.more) >= 0 ? 'more' : 'less'}`,
          ])}
        </p>
      )}
      <NoteField
        value={note}
        isMissing={tried && !note.trim()}
        problem={['请填写说明', 'Add a note']}
        onChange={setNote}
      />
    </BottomSheet>
  );
}
