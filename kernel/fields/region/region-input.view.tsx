import type { ReactElement } from 'react';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asList, asString, attributesOf } from '../faces.view.tsx';
import { RefSearch } from '../ref/ref-input.view.tsx';

/**
 * Chooses a province, a city or a district by its level; the choices are limited to the region chosen in the field
 * `within`.
 */
function RegionInput(face: InputFace): ReactElement {
  const t = useT();
  const { level, within } = face.field as { level?: number; within?: string };
  const above = within ? asString(face.values[within]) : '';
  const depends = { ...(level ? { level: String(level) } : {}), ...(above ? { parentCode: above } : {}) };
  return (
    <RowPicker
      paper="region"
      value={asList(face.value)}
      known={face.value && face.label ? { [asString(face.value)]: face.label } : {}}
      depends={depends}
      label={t(face.field.label)}
      attributes={attributesOf(face)}
      onChange={([code]) => face.onChange(code ?? null)}
    />
  );
}

export const regionInput: KindInput = { Input: RegionInput, Search: RefSearch };
