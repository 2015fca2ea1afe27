import { Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/words/words.ts';
import { type CellFace, type InputFace, type KindView, type SearchFace, asString, attributesOf } from '../faces.view.tsx';
import { ChoiceSearch } from '../search.view.tsx';

/** A key in words, as a pill where its tone means something: the mark's shape says it too, never the colour alone. */
export function dictCell({ value, field, label, language }: CellFace): ReactNode {
  const key = asString(value);
  if (!key) return '';
  const item = field.dictionary?.items[key];
  const words = label ?? item?.[language === 'en' ? 1 : 0] ?? key;
  return item?.[2] ? <span className={`pill ${item[2]}`}>{words}</span> : words;
}

function DictInput(face: InputFace): ReactElement {
  const t = useT();
  const items = useDictionary(face.field.dictionary);
  const numeric = (face.field as { numeric?: boolean }).numeric;
  return (
    <Select
      {...attributesOf(face)} aria-label={t(face.field.label)} style={{ width: '100%' }} allowClear={!face.field.required} showSearch={items.length > 8 ? { optionFilterProp: 'label' } : false}
      value={face.value === null || face.value === undefined || face.value === '' ? undefined : String(face.value)} options={items.map((item) => ({ value: item.key, label: item.label }))}
      onChange={(key: string | undefined) => face.onChange(key === undefined ? null : numeric ? Number(key) : key)}
    />
  );
}

export function DictSearch(face: SearchFace): ReactElement {
  return <ChoiceSearch {...face} choices={useDictionary(face.field.dictionary)} />;
}

export const dictView: KindView = { cell: dictCell, Input: DictInput, Search: DictSearch };
