import { PencilLine } from 'lucide-react';
import type { ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { FieldGroups } from '#kernel/web/form/field-groups.tsx';
import { FormRow } from '#kernel/web/form/form-row.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useSlots } from '#kernel/web/registry/use-slots.ts';
import type { Amending } from './use-amending.view.tsx';

/** Inputs for the fields of the paper that the handler of the task may edit. */
export function AmendPart({
  of,
  row,
  amending: { names, id, form },
}: {
  of: AnyPaper;
  row: WireRow;
  amending: Amending;
}): ReactElement | null {
  const t = useT();
  const { inputs } = useSlots(of);
  if (!names.every((name) => name in form.values)) return null;
  return (
    <section className="case-amend">
      <header>
        <PencilLine size={15} aria-hidden />
        <b>{t(['这一步可以改', 'Yours to change'])}</b>
        <span className="quiet">
          {form.changes
            ? t([
                `改了 ${form.changes} 项，随你的决定一起保存`,
                `${form.changes} changed, saved together with your decision`,
              ])
            : t(['改动随你的决定一起保存', 'Changes are saved together with your decision'])}
        </span>
        {form.dirty && (
          <button type="button" className="link" onClick={() => form.begin(form.began)}>
            {t(['还原', 'Undo'])}
          </button>
        )}
      </header>
      <FormRow value={row}>
        <FieldGroups
          id={id}
          fields={of.fields}
          groups={[{ label: null, names }]}
          form={form}
          shownWhen={of.shownWhen}
          names={row._names}
          inputs={inputs}
        />
      </FormRow>
    </section>
  );
}
