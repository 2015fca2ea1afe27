import { DatePicker, Input, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { restoreFocus, takeHand } from '#kernel/web/shortcuts/restore-focus.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import { type StructuredPart, partsFrom } from './structured.ts';

type Values = Readonly<Record<string, unknown>>;

function PartInput({
  part,
  values,
  onChange,
  disabled,
}: {
  part: StructuredPart;
  values: Values;
  onChange: (values: Values) => void;
  disabled?: boolean;
}): ReactElement {
  const t = useT();
  const value = values[part.name];
  const set = (next: unknown): void => onChange({ ...values, [part.name]: next });
  const label = t(part.label);
  if (part.type === 'flag')
    return <Switch aria-label={label} disabled={disabled} checked={value === true} onChange={set} />;
  if (part.type === 'choice')
    return (
      <Select
        aria-label={label}
        disabled={disabled}
        style={{ width: '100%' }}
        allowClear
        value={asString(value) || undefined}
        options={Object.entries(part.choices ?? {}).map(([key, words]) => ({ value: key, label: t(words) }))}
        onChange={set}
      />
    );
  if (part.type === 'ref')
    return (
      <RowPicker
        paper={part.paper ?? ''}
        label={label}
        value={value ? [asString(value)] : []}
        onChange={([id]) => set(id)}
        attributes={{ disabled }}
      />
    );
  if (part.type === 'day')
    return (
      <DatePicker
        aria-label={label}
        disabled={disabled}
        style={{ width: '100%' }}
        value={value ? dayjs(asString(value)) : null}
        format={{ format: 'YYYY-MM-DD', type: 'mask' }}
        onChange={(day) => set(day ? day.format('YYYY-MM-DD') : null)}
      />
    );
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      type="text"
      inputMode={part.type === 'number' ? 'decimal' : undefined}
      value={asString(value)}
      onChange={(event) => set(event.target.value)}
    />
  );
}

/** Input of a structured value: one record as a group of inputs, several as a table. */
function StructuredInput({ field, value, onChange, disabled }: InputFace): ReactElement {
  const t = useT();
  const { parts = [], rows } = field as { parts?: readonly StructuredPart[]; rows?: boolean };
  if (parts.length === 0)
    return (
      <Input.TextArea
        disabled={disabled}
        aria-label={t(field.label)}
        autoSize={{ minRows: 2 }}
        value={typeof value === 'string' ? value : value ? JSON.stringify(value) : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const read = partsFrom(value);
  const list: readonly Values[] = rows
    ? Array.isArray(read)
      ? (read as Values[])
      : []
    : [(read as Values | null) || {}];
  const put = (at: number, next: Values): void =>
    onChange(rows ? list.map((row, index) => (index === at ? next : row)) : next);
  return (
    <div className="structured">
      {list.map((row, at) => (
        <div key={at} className="structured-row">
          {parts.map((part) => (
            <label key={part.name}>
              <span>{t(part.label)}</span>
              <PartInput part={part} values={row} disabled={disabled} onChange={(next) => put(at, next)} />
            </label>
          ))}
          {rows && !disabled && (
            <button
              type="button"
              className="icon-button"
              aria-label={t(['删除这一行', 'Remove this row'])}
              onClick={({ currentTarget }) => {
                const row = currentTarget.parentElement;
                restoreFocus(row?.nextElementSibling, row?.previousElementSibling);
                onChange(list.filter((_, index) => index !== at));
              }}
            >
              <Trash2 size={14} aria-hidden />
            </button>
          )}
        </div>
      ))}
      {rows && !disabled && (
        <button
          type="button"
          className="link"
          onClick={({ currentTarget }) => {
            takeHand(() => currentTarget.parentElement?.children[list.length]);
            onChange([...list, {}]);
          }}
        >
          <Plus size={14} aria-hidden /> {t(['加一行', 'Add a row'])}
        </button>
      )}
    </div>
  );
}

export const structuredInput: KindInput = { Input: StructuredInput, Search: TextSearch };
