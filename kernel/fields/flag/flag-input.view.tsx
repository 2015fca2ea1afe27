import { Radio, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, type SearchFace, attributesOf } from '../faces.view.tsx';
import { isYes } from './flag.view.tsx';

function FlagSearch({ name, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  return (
    <Radio.Group
      value={filters[name] ?? ''}
      onChange={(event) => onChange({ [name]: (event.target.value as string) || undefined })}
    >
      <Radio value="">{t(['全部', 'All'])}</Radio>
      <Radio value="true">{t(['是', 'Yes'])}</Radio>
      <Radio value="false">{t(['否', 'No'])}</Radio>
    </Radio.Group>
  );
}

function FlagInput(face: InputFace): ReactElement {
  const { status: _, onBlur: __, ...attributes } = attributesOf(face);
  return <Switch {...attributes} checked={isYes(face.value)} onChange={(checked) => face.onChange(checked)} />;
}

export const flagInput: KindInput = {
  Input: FlagInput,
  Search: FlagSearch,
};
