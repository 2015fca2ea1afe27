import type { ComponentType, ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Fields } from '#kernel/language/field.ts';
import { useT } from '../i18n/words.ts';
import { FieldInput } from './field-input.tsx';
import type { FieldGroup } from './groups.ts';
import { type FormState } from './form-state.ts';
import { type ShownWhen, isFieldShown } from './inputs.ts';
import './form.css';

interface GroupsProps {
  readonly id: string;
  readonly fields: Fields;
  readonly groups: readonly FieldGroup[];
  readonly form: FormState;
  readonly shownWhen?: ShownWhen;
  readonly names?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, ComponentType<InputFace> | undefined>>;
  readonly mayEdit?: (name: string) => boolean;
  readonly why?: string;
  readonly onChange?: (name: string, value: unknown) => void;
  /** Called when an input loses the focus. */ readonly onLeave?: (name: string) => void;
}

/** The inputs of a form in two columns, in sections with headings. */
export function FieldGroups({
  id,
  fields,
  groups,
  form,
  shownWhen,
  names,
  inputs,
  mayEdit,
  why,
  onChange,
  onLeave,
}: GroupsProps): ReactElement {
  const t = useT();
  const isShown = (name: string): boolean => isFieldShown(name, shownWhen, form.values);
  return (
    <>
      {groups
        .filter((group) => group.names.some(isShown))
        .map((group) => (
          <fieldset key={group.names[0]} className="field-group">
            {group.label && <legend>{t(group.label)}</legend>}
            <div className="fields">
              {group.names.filter(isShown).map((name) => (
                <FieldInput
                  key={name}
                  own={inputs?.[name]}
                  form={id}
                  name={name}
                  field={fields[name]}
                  value={form.values[name]}
                  values={form.values}
                  problem={form.problems[name]}
                  label={form.values[name] === form.began[name] ? names?.[name] : undefined}
                  disabled={mayEdit ? !mayEdit(name) : false}
                  why={why}
                  onChange={onChange ?? ((field, value) => form.set({ [field]: value }))}
                  onBlur={(left) => {
                    form.judge(left);
                    onLeave?.(left);
                  }}
                />
              ))}
            </div>
          </fieldset>
        ))}
    </>
  );
}
