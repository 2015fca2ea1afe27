import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { DictSearch } from '../dict/dict-input.view.tsx';
import { type InputFace, type KindInput, asList, attributesOf } from '../faces.view.tsx';

function DictsInput(face: InputFace): ReactElement {
  const t = useT();
  const items = useDictionary(face.field.dictionary);
  return (
    <Select
      {...attributesOf(face)}
      aria-label={t(face.field.label)}
      mode="multiple"
      style={{ width: '100%' }}
      optionFilterProp="label"
      maxTagCount="responsive"
      allowClear
      value={asList(face.value)}
      options={items.map((item) => ({ value: item.key, label: item.label }))}
      onChange={(keys: string[]) => face.onChange(keys)}
    />
  );
}

export const dictsInput: KindInput = {
  Input: DictsInput,
  Search: DictSearch,
};
