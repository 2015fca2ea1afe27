import { listTitleOf } from '#kernel/language/plural.ts';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { restoreFocus, takeHand } from '../shortcuts/restore-focus.ts';
import { useReadable } from '../registry/papers.ts';
import { useT } from '../i18n/words.ts';
import { FieldInput } from './field-input.tsx';
import { inputNames } from './groups.ts';
import { useLineKeys } from './unique/line-keys.ts';
import type { FormValues } from './form-state.ts';
import type { FormLine } from './lines-in.ts';

interface EditorProps {
  readonly id: string;
  readonly line: FormLine;
  /** Id of the stored paper to which the lines belong; undefined for a new paper. */ readonly header?: string;
  readonly rows: readonly FormValues[];
  readonly disabled: boolean;
  readonly onChange: (rows: readonly FormValues[]) => void;
}

const begun = (paper: AnyPaper, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, paper.fields[name].initial ?? null]));

/** The lines of a paper in its form: each with its inputs and a button to remove it, and a button to add one. */
export function LineEditor({ id, line, header, rows, disabled, onChange }: EditorProps): ReactElement {
  const t = useT();
  const names = inputNames(useReadable(line.paper)).filter((name) => name !== line.parent);
  // Inputs render again only for their own value, so an older callback must still read the latest rows.
  const latest = useRef(rows);
  latest.current = rows;
  const keys = useLineKeys(line, header, rows);
  const put = (at: number, part: FormValues): void =>
    onChange(latest.current.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className="field-group">
      <legend>
        {t(listTitleOf(line.paper))} <span className="quiet">{rows.length}</span>
      </legend>
      <ol className="form-lines">
        {rows.map((row, at) => (
          <li key={String(row.id ?? at)}>
            <div className="fields">
              {names.map((name) => (
                <FieldInput
                  key={name}
                  form={`${id}-${line.name}-${at}`}
                  name={name}
                  field={line.paper.fields[name]}
                  value={row[name]}
                  values={row}
                  label={(row._names as Record<string, string> | undefined)?.[name]}
                  problem={keys.problems[at][name]}
                  disabled={disabled}
                  onChange={(field, value) => put(at, { [field]: value })}
                  onBlur={(left) => keys.leave(at, left)}
                />
              ))}
            </div>
            {!disabled && (
              <button
                type="button"
                className="icon-button"
                aria-label={t(['删除这一行', 'Remove this row'])}
                onClick={({ currentTarget }) => {
                  const line = currentTarget.closest('li');
                  restoreFocus(line?.nextElementSibling, line?.previousElementSibling, line?.closest('fieldset'));
                  onChange(rows.filter((_row, index) => index !== at));
                }}
              >
                <Trash2 size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <button
          type="button"
          className="link"
          onClick={({ currentTarget }) => {
            takeHand(() => currentTarget.previousElementSibling?.children[rows.length]);
            onChange([...rows, begun(line.paper, names)]);
          }}
        >
          <Plus size={14} aria-hidden /> {t(['加一行', 'Add a row'])}
        </button>
      )}
    </fieldset>
  );
}
