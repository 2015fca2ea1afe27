import { AutoComplete } from 'antd';
import type { ReactElement } from 'react';
import { type InputFace, asString, attributesOf } from '#kernel/fields/faces.view.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { columnsToChoose } from './develop.calls.ts';

/**
 * Input for the name of a column, with the columns of the chosen model as suggestions. Without known columns the name
 * is typed.
 */
export function ColumnBox({ of, ...face }: InputFace & { readonly of: 'modelId' | 'subModelId' }): ReactElement {
  const t = useT();
  const model = asString(face.values[of]);
  const { data = [] } = useCall(
    columnsToChoose,
    { modelId: model },
    { enabled: model !== '', retry: false, quiet: true },
  );
  const typed = asString(face.value);
  const fitting = data.filter((column) =>
    `${column.jdbcName} ${column.jdbcComment}`.toLowerCase().includes(typed.toLowerCase()),
  );
  // When the text is the name of a column, suggest all columns, so that another can be chosen.
  const offered = data.some((column) => column.jdbcName === typed) ? data : fitting;
  return (
    <AutoComplete
      {...attributesOf(face)}
      aria-label={t(face.field.label)}
      style={{ width: '100%' }}
      value={typed}
      allowClear
      onChange={(next: string | undefined) => face.onChange(next ?? '')}
      options={offered.map((column) => ({
        value: column.jdbcName,
        label: (
          <span className="option">
            {column.jdbcName}
            <small>{column.jdbcComment}</small>
          </span>
        ),
      }))}
    />
  );
}
