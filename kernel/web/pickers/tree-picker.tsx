import { TreeSelect } from 'antd';
import { type ReactElement, useState } from 'react';
import { useT } from '../i18n/words.ts';
import { LeftOff } from './left-off.tsx';
import { type PickerProps, useNamed, useOptions } from './options.ts';

/** Chooses rows of a tree. A typed text is searched at all levels, also if the tree arrives after the first letters. */
export function TreePicker({
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
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { options, left, loading } = useOptions(paper, '', depends, open, offered);
  const names = useNamed(paper, value, {
    ...known,
    ...Object.fromEntries(options.map((option) => [option.id, option.label])),
  });
  const inTree = new Set(options.map((option) => option.id));
  const chosen = value.map((id) => ({ value: id, label: names[id] ?? '…' }));
  return (
    <TreeSelect
      {...attributes}
      aria-label={label}
      style={{ width: '100%' }}
      allowClear
      showSearch={{ onSearch: setTyped, treeNodeFilterProp: 'title' }}
      labelInValue
      treeCheckable={many}
      treeCheckStrictly={many}
      multiple={many}
      maxTagCount="responsive"
      treeDataSimpleMode
      treeDefaultExpandAll={options.length <= 60}
      treeExpandedKeys={typed ? options.map((option) => option.id) : undefined}
      loading={loading}
      open={open}
      onOpenChange={setOpen}
      popupMatchSelectWidth={false}
      treeData={options.map((option) => ({
        id: option.id,
        pId: inTree.has(option.parentId ?? '') ? option.parentId : 0,
        value: option.id,
        title: option.label,
      }))}
      popupRender={(menu) => (
        <>
          {menu}
          {left > 0 && <LeftOff left={left} />}
        </>
      )}
      notFoundContent={loading ? t(['正在找…', 'Searching…']) : t(['没有找到', 'Nothing found'])}
      value={many ? chosen : (chosen[0] ?? null)}
      onChange={(next: unknown) =>
        onChange(
          (Array.isArray(next) ? next : next ? [next] : []).map((one) => String((one as { value: string }).value)),
        )
      }
    />
  );
}
