import type { ReactElement } from 'react';
import { FileBox } from '#kernel/web/pickers/file-box.tsx';
import type { FileOptions } from './file.ts';
import { type InputFace, type KindInput, asList } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

function FilesInput(face: InputFace): ReactElement {
  const { takes = 'any', most } = face.field as FileOptions;
  const many = Boolean(face.field.many);
  return <FileBox id={face.id} disabled={face.disabled} links={asList(face.value)} takes={takes} most={many ? most ?? 9 : 1} onChange={(links) => face.onChange(many ? links : links[0] ?? null)} />;
}

export const fileInput: KindInput = { Input: FilesInput, Search: TextSearch };
