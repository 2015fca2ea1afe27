import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useOptions } from '#kernel/web/pickers/options.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, type SearchFace, attributesOf } from '../faces.view.tsx';
import { ChoiceSearch } from '../search.view.tsx';

function DictInput(face: InputFace): ReactElement {
  const t = useT();
  const { offered } = face.field;
  const { options: own } = useOptions('', '', {}, offered !== undefined, offered);
  // Where `offered` limits the choices, the stored value remains a choice although it is not among them.
  const items = useDictionary(face.field.dictionary).filter(
    (item) => own.length === 0 || item.key === String(face.value) || own.some((one) => one.id === item.key),
  );
  const numeric = (face.field as { numeric?: boolean }).numeric;
  return (
    <Select
      {...attributesOf(face)}
      aria-label={t(face.field.label)}
      style={{ width: '100%' }}
      allowClear={!face.field.required}
      showSearch={items.length > 8 ? { optionFilterProp: 'label' } : false}
      value={face.value === null || face.value === undefined || face.value === '' ? undefined : String(face.value)}
      options={items.map((item) => ({ value: item.key, label: item.label }))}
      onChange={(key: string | undefined) => face.onChange(key === undefined ? null : numeric ? Number(key) : key)}
    />
  );
}

export function DictSearch(face: SearchFace): ReactElement {
  return <ChoiceSearch {...face} choices={useDictionary(face.field.dictionary)} />;
}

export const dictInput: KindInput = { Input: DictInput, Search: DictSearch };
