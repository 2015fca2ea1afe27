import type { ReactElement } from 'react';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, type SearchFace, asList, asString, attributesOf } from '../faces.view.tsx';

/** Return the filters by which values of this form narrow the choices: field of the referenced paper → value. */
function dependsOf({ field, values }: InputFace): Record<string, string> {
  const depends = (field as { depends?: Readonly<Record<string, string>> }).depends ?? {};
  return Object.fromEntries(
    Object.entries(depends)
      .map(([theirs, ours]) => [theirs, asString(values[ours])])
      .filter(([, value]) => value),
  );
}

/** Input to choose one or several rows, also persons and departments. */
function RefInput(face: InputFace): ReactElement {
  const t = useT();
  const many = Boolean(face.field.many);
  const ids = asList(face.value);
  const known = !many && ids[0] && face.label ? { [ids[0]]: face.label } : {};
  return (
    <RowPicker
      paper={face.field.paper ?? ''}
      many={many}
      value={ids}
      known={known}
      depends={dependsOf(face)}
      offered={face.field.offered}
      label={t(face.field.label)}
      attributes={attributesOf(face)}
      onChange={(next) =>
        face.onChange(many ? ((face.field as { csv?: boolean }).csv ? next.join(',') : next) : (next[0] ?? null))
      }
    />
  );
}

export function RefSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  return (
    <RowPicker
      paper={field.paper ?? ''}
      many
      value={asList(filters[name])}
      label={t(field.label)}
      onChange={(ids) => onChange({ [name]: ids.join(',') || undefined })}
    />
  );
}

export const refInput: KindInput = {
  Input: RefInput,
  Search: RefSearch,
};
