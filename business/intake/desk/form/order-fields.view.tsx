import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { DayBox } from '../day-box.view.tsx';
import type { RepairPreview } from '../desk.calls.ts';
import { Choose, Labelled } from '../inputs.view.tsx';

const FIRM_HELP = [
  '只能在期望时间上门，不能排在别的时间',
  'The visit may be planned at no other time than the wanted one',
] as const;

/** Choice of a dictionary item, with its label. */
export function ChosenWord({
  label,
  of,
  value,
  wrong,
  required,
  empty,
  onChange,
}: {
  label: string;
  of: Dictionary;
  value: string;
  wrong: string | undefined;
  required?: boolean;
  empty?: string;
  onChange: (key: string) => void;
}): ReactElement {
  return (
    <Labelled label={label} wrong={wrong} required={required}>
      {(id) => <Choose id={id} of={of} value={value} onChange={onChange} wrong={Boolean(wrong)} empty={empty} />}
    </Labelled>
  );
}

/** The levels of urgency side by side. */
export function UrgencyLevels({ value, onChange }: { value: string; onChange: (key: string) => void }): ReactElement {
  const t = useT();
  return (
    <div className="desk-field" data-wide>
      <span>{t(['紧急程度', 'Urgency'])}</span>
      <SegmentedControl
        label={t(['紧急程度', 'Urgency'])}
        size="wide"
        items={useDictionary(urgency)}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** The day and the time of day that the customer wants, and whether no other time is possible. */
export function WantedTime({
  value,
  wrong,
  onChange,
}: {
  value: { readonly expectDate: string; readonly expectSlot: string; readonly wishFirm: boolean };
  wrong: string | undefined;
  onChange: (changed: { expectDate: string } | { expectSlot: string } | { wishFirm: boolean }) => void;
}): ReactElement {
  const t = useT();
  return (
    <Labelled label={t(['期望上门', 'Wanted'])} wrong={wrong}>
      {(id) => (
        <div className="desk-when">
          <DayBox
            id={id}
            value={value.expectDate}
            invalid={Boolean(wrong)}
            onChange={(expectDate) => onChange({ expectDate })}
          />
          <Choose
            id={`${id}-slot`}
            label={t(['期望时段', 'Time of day'])}
            of={timeSlot}
            value={value.expectSlot}
            onChange={(expectSlot) => onChange({ expectSlot })}
          />
          <label className="desk-firm" title={t(FIRM_HELP)}>
            <input
              type="checkbox"
              checked={value.wishFirm}
              disabled={!value.expectDate && ['', 'any'].includes(value.expectSlot)}
              onChange={(event) => onChange({ wishFirm: event.target.checked })}
            />
            {t(['必须按时', 'Must be on time'])}
          </label>
        </div>
      )}
    </Labelled>
  );
}

/** The cover, who pays and why; `children` are buttons that change the decision. */
export function CoverBox({
  cover,
  children,
}: {
  cover: NonNullable<RepairPreview['cover']>;
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  const paid = cover.weibao === 'paid';
  const Icon = paid ? ShieldOff : ShieldCheck;
  return (
    <section className="desk-decision" data-paid={paid} aria-live="polite">
      <Icon size={16} aria-hidden />
      <p>
        <b>
          <KeyWord of={weibao} value={cover.weibao} />
          {paid
            ? t(['，客户付费', ', the customer pays'])
            : t(['，客户不付维修费', ', the customer does not pay the repair'])}
        </b>
        <small className="quiet">
          {cover.reason}
          {t(['。', '.'])}
        </small>
        <span className="desk-sentence">
          {cover.sentence}
          {t(['。', '.'])}
        </span>
      </p>
      {children}
    </section>
  );
}
