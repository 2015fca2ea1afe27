import { Select } from 'antd';
import type { ReactElement } from 'react';
import { icons } from '#kernel/web/menus/icons.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import { NamedIcon } from './icon.view.tsx';

function IconInput(face: InputFace): ReactElement {
  const t = useT();
  return (
    <Select
      {...attributesOf(face)}
      aria-label={t(face.field.label)}
      showSearch
      allowClear
      style={{ width: '100%' }}
      value={asString(face.value) || undefined}
      options={Object.keys(icons).map((name) => ({ value: name, label: <NamedIcon name={name} /> }))}
      onChange={(name: string | undefined) => face.onChange(name ?? null)}
    />
  );
}

export const iconInput: KindInput = { Input: IconInput, Search: TextSearch };
