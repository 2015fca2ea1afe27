import { AutoComplete } from 'antd';
import type { ReactElement } from 'react';
import { type InputFace, asString, attributesOf } from '#kernel/fields/faces.view.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { columnsToChoose } from './develop.calls.ts';

/** A column by its name: those of the chosen model are offered; of a table that nobody has looked into yet it is typed. */
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
  // Once one is chosen, the others are offered again.
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
