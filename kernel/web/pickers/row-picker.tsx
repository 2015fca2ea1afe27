import { Select } from 'antd';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useT } from '../i18n/words.ts';
import { findPaper } from '../registry/papers.ts';
import { useEarlyEnter } from '../shortcuts/early-enter.ts';
import { portrait } from '../i18n/portrait.tsx';
import './pickers.css';
import { LeftOff } from './left-off.tsx';
import { type PickerProps, useNamed, useOptions } from './options.ts';
import { TreePicker } from './tree-picker.tsx';

/** Chooses rows of another paper by their caption. Rows with equal captions are distinguished by their hints. */
function ListPicker({
  paper,
  value,
  onChange,
  many,
  depends = {},
  offered,
  known = {},
  label,
  attributes = {},
}: PickerProps): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { options, left, loading, isAwaited } = useOptions(paper, typed, depends, open, offered);
  const names = useNamed(paper, value, {
    ...known,
    ...Object.fromEntries(options.map((option) => [option.id, option.label])),
  });
  const hasPortraits = findPaper(paper)?.portrait !== undefined;
  const put = (ids: readonly string[]): void => {
    setTyped('');
    onChange(ids);
  };
  const enter = useEarlyEnter(typed, isAwaited, () => {
    const [first] = options;
    if (!first) return;
    put(many ? [...new Set([...value, first.id])] : [first.id]);
    if (!many) setOpen(false);
  });
  // While an answer is awaited, the list still shows rows of an earlier text. Enter then waits, instead of choosing one
  // of them.
  const early = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !open || typed === '' || !isAwaited || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    enter();
  };
  const chosen = value.map((id) => ({ value: id, label: names[id] ?? '…' }));
  return (
    <Select
      {...attributes}
      onInputKeyDown={early}
      aria-label={label}
      mode={many ? 'multiple' : undefined}
      labelInValue
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      allowClear
      loading={loading}
      open={open}
      onOpenChange={setOpen}
      value={many ? chosen : (chosen[0] ?? null)}
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
      maxTagCount="responsive"
      popupRender={(menu) => (
        <>
          {menu}
          {left > 0 && <LeftOff left={left} />}
        </>
      )}
      notFoundContent={loading ? t(['正在找…', 'Searching…']) : t(['没有找到', 'Nothing found'])}
      options={options.map((option) => ({
        value: option.id,
        label: option.label,
        title: option.label,
        hint: option.hint,
        portrait: option.portrait,
      }))}
      optionRender={(option) => (
        <span className="option">
          {hasPortraits && portrait(String(option.label), (option.data as { portrait?: string }).portrait)}
          {option.label}
          <small>{(option.data as { hint?: string }).hint}</small>
        </span>
      )}
      onChange={(next: unknown) =>
        put((Array.isArray(next) ? next : next ? [next] : []).map((one) => String((one as { value: string }).value)))
      }
    />
  );
}

/**
 * Chooses rows of another paper. A tree is shown as one, unless other fields limit the choices, as with the levels of
 * regions. Like all antd controls it needs `withControls`.
 */
export function RowPicker(props: PickerProps): ReactElement {
  return findPaper(props.paper)?.tree && Object.keys(props.depends ?? {}).length === 0 ? (
    <TreePicker {...props} />
  ) : (
    <ListPicker {...props} />
  );
}
