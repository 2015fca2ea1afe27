import { Select } from 'antd';
import type { ReactElement } from 'react';
import { iconOf, icons } from '#kernel/web/menus/icons.ts';
import { useT } from '#kernel/web/words/words.ts';
import { type InputFace, type KindView, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

function Named({ name }: { name: string }): ReactElement {
  const Icon = iconOf(name);
  return <span className="icon-name"><Icon size={16} aria-hidden /> {name}</span>;
}

function IconInput(face: InputFace): ReactElement {
  const t = useT();
  return (
    <Select
      {...attributesOf(face)} aria-label={t(face.field.label)} showSearch allowClear style={{ width: '100%' }} value={asString(face.value) || undefined}
      options={Object.keys(icons).map((name) => ({ value: name, label: <Named name={name} /> }))} onChange={(name: string | undefined) => face.onChange(name ?? null)}
    />
  );
}

export const iconView: KindView = { cell: ({ value }) => (value ? <Named name={asString(value)} /> : ''), Input: IconInput, Search: TextSearch };
