import { Input } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

/** An input that never shows its text. If a secret is stored, an empty input leaves it unchanged. */
function SecretInput(face: InputFace): ReactElement {
  const t = useT();
  return (
    <Input.Password
      {...attributesOf(face)}
      visibilityToggle={false}
      autoComplete="new-password"
      placeholder={face.label ? t(['已设置，留空则不变', 'Set; leave empty to keep it']) : undefined}
      value={asString(face.value)}
      maxLength={face.field.max}
      onChange={(event) => face.onChange(event.target.value)}
    />
  );
}

export const secretInput: KindInput = { Input: SecretInput, Search: TextSearch };
