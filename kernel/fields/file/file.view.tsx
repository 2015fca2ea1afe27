import type { ReactElement } from 'react';
import { FileBox, FileThumb } from '#kernel/web/pickers/file-box.tsx';
import type { FileOptions } from './file.ts';
import { type CellFace, type InputFace, type KindView, asList } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

function FilesInput(face: InputFace): ReactElement {
  const { takes = 'any', most } = face.field as FileOptions;
  const many = Boolean(face.field.many);
  return <FileBox id={face.id} disabled={face.disabled} links={asList(face.value)} takes={takes} most={many ? most ?? 9 : 1} onChange={(links) => face.onChange(many ? links : links[0] ?? null)} />;
}

const thumbs = ({ value, label }: CellFace, size: number): ReactElement => <span className="file-row">{asList(value).map((link) => <FileThumb key={link} link={link} name={label} size={size} />)}</span>;

export const fileView: KindView = { cell: (face) => thumbs(face, 24), detail: (face) => thumbs(face, 64), Input: FilesInput, Search: TextSearch };
