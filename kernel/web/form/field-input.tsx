import { type ComponentType, type ReactElement, memo } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import { inputOf } from '#kernel/fields/inputs.view.tsx';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '../i18n/words.ts';
import { narrowedBy } from './inputs.ts';
import type { FormValues } from './form-state.ts';

interface FieldInputProps {
  /** Input of the paper's own screen; replaces the input of the kind. */
  readonly own?: ComponentType<InputFace>;
  readonly form: string;
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly values: FormValues;
  readonly problem?: Label | string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly why?: string;
  readonly onChange: (name: string, value: unknown) => void;
  readonly onBlur: (name: string) => void;
}

/** An input with its label above, and its problem, else its help text, below. */
export const FieldInput = memo(
  function FieldInput({
    own,
    form,
    name,
    field,
    value,
    values,
    problem,
    label,
    disabled,
    why,
    onChange,
    onBlur,
  }: FieldInputProps): ReactElement {
    const t = useT();
    const Input = own ?? inputOf(field).Input;
    const id = `${form}-${name}`;
    const message = problem === undefined ? '' : typeof problem === 'string' ? problem : t(problem);
    return (
      <div className="field" data-wide={field.wide} data-field={name} title={disabled ? why : undefined}>
        <label htmlFor={id}>
          {t(field.label)}
          {field.required && (
            <span className="must" aria-hidden>
              *
            </span>
          )}
          {field.needed && !field.required && (
            <span className="later" title={t(['办理前须填写', 'Needed before it can go on'])}>
              {t(['办理前填', 'needed later'])}
            </span>
          )}
        </label>
        <Input
          id={id}
          field={field}
          value={value}
          values={values}
          label={label}
          disabled={disabled}
          invalid={message !== ''}
          describedBy={message || field.help ? `${id}-told` : undefined}
          onChange={(next) => onChange(name, next)}
          onBlur={() => onBlur(name)}
        />
        {(message || field.help) && (
          <p
            id={`${id}-told`}
            className={message ? 'field-problem' : 'field-help'}
            role={message ? 'alert' : undefined}
          >
            {message || (field.help && t(field.help))}
          </p>
        )}
      </div>
    );
  },
  (before, after) => {
    // Render an input again only for changes of its own value or of values that limit its choices. An input of the
    // paper's own screen may read all values.
    const follows = (): boolean =>
      after.own
        ? before.values === after.values
        : narrowedBy(after.field).every((name) => before.values[name] === after.values[name]);
    return (
      before.value === after.value &&
      before.problem === after.problem &&
      before.disabled === after.disabled &&
      before.label === after.label &&
      before.field === after.field &&
      before.own === after.own &&
      follows()
    );
  },
);
