import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { readOptions } from '#kernel/web/pickers/options.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));

const isId = (value: string): boolean => /^\d{6,19}$/.test(value);

/** A picker of accounts, departments or positions by id. Names used by other products and `${…}` stay as written. */
export function RowValues({
  paper,
  label,
  values,
  onChange,
}: {
  paper: string;
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}): ReactElement {
  const t = useT();
  const words = values.filter((value) => !isId(value));
  return (
    <div className="design-values">
      {words.map((value) => (
        <span key={value} className="design-chip mono">
          {value}
          <button
            type="button"
            aria-label={t([`去掉 ${value}`, `Remove ${value}`])}
            onClick={() => onChange(values.filter((one) => one !== value))}
          >
            <X size={13} aria-hidden />
          </button>
        </span>
      ))}
      <RowPicker
        paper={paper}
        label={label}
        many
        value={values.filter((value) => isId(value))}
        onChange={(ids) => onChange([...words, ...ids])}
      />
    </div>
  );
}

/** A picker of roles. Values stored by alias stay aliases; picked ones are ids. */
export function RoleValues({
  label,
  values,
  onChange,
}: {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data: roles = [] } = useQuery({
    queryKey: ['list', 'role', 'of design', language],
    queryFn: ({ signal }) => readOptions('role', {}, signal),
    staleTime: 60_000,
  });
  const named = (value: string): string => roles.find(({ id, hint }) => id === value || hint === value)?.label ?? value;
  const left = roles.filter(({ id, hint }) => !values.includes(id) && !values.includes(hint ?? ''));
  return (
    <div className="design-values">
      {values.map((value) => (
        <span key={value} className="design-chip">
          {named(value)}
          <button
            type="button"
            aria-label={t([`去掉 ${named(value)}`, `Remove ${named(value)}`])}
            onClick={() => onChange(values.filter((one) => one !== value))}
          >
            <X size={13} aria-hidden />
          </button>
        </span>
      ))}
      <ChoiceBox
        label={label}
        value=""
        items={left.map(({ id, label: name }) => ({ key: id, label: name }))}
        onChange={(id) => onChange([...values, id])}
      />
    </div>
  );
}
