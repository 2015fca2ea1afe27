import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import type { ReactElement, ReactNode } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { Visit } from '../at-door/own-day.calls.ts';
import type { FinishDraft, Section } from './draft.rules.ts';
import type { Put } from './use-draft.view.tsx';

/** Properties of every section of the form. */
export interface SectionProps {
  readonly visit: Visit;
  readonly draft: FinishDraft;
  readonly put: Put;
}

/** A section of the form with a heading, which the tabs at the top scroll to. */
export function FormBlock({
  at,
  title,
  side,
  children,
}: {
  at: Section;
  title: ReactNode;
  side?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className="day-block" data-section={at}>
      <header className="day-block-head">
        <h2>{title}</h2>
        {side}
      </header>
      {children}
    </section>
  );
}

/** A choice among a few values, as buttons side by side. */
export function ChoiceButtons({
  label,
  of,
  value,
  only,
  onChange,
}: {
  label: string;
  of: Dictionary;
  value: string;
  only?: readonly string[];
  onChange: (key: string) => void;
}): ReactElement {
  const items = useDictionary(of).filter((item) => !only || only.includes(item.key));
  return <ChoiceRow label={label} items={items} value={value} onChange={onChange} />;
}

/** A choice among many values, on a line of its own. */
export function PickOne({
  label,
  of,
  value,
  onChange,
}: {
  label: string;
  of: Dictionary;
  value: string;
  onChange: (key: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className="day-pick">
      <span>{label}</span>
      <ChoiceBox
        label={label}
        value={value}
        items={[{ key: '', label: t(['请选择', 'Choose']) }, ...useDictionary(of)]}
        onChange={onChange}
      />
    </div>
  );
}

/** An input of a number, with its unit at the end of the line. */
export function NumberLine({
  label,
  unit,
  value,
  bad,
  onChange,
}: {
  label: ReactNode;
  unit: string;
  value: string;
  bad?: boolean;
  onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className="day-number" data-bad={bad}>
      <span>{label}</span>
      <input
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={bad || undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value.replace(',', '.'))}
      />
      <small>{unit}</small>
    </label>
  );
}
