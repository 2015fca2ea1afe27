import type { ReactElement } from 'react';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import { type CellFace, type KindView, asList } from '../faces.view.tsx';

const thumbs = ({ value, label }: CellFace, size: number): ReactElement => (
  <span className="file-row">
    {asList(value).map((link) => (
      <FileThumb key={link} link={link} name={label} size={size} />
    ))}
  </span>
);

export const fileView: KindView = {
  cell: (face) => thumbs(face, 24),
  detail: (face) => thumbs(face, 64),
  links: true,
};
export const filesView: KindView = { ...fileView };
