import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { findPaper } from '#kernel/web/registry/papers.ts';
import { portrait } from '#kernel/web/i18n/portrait.tsx';
import { type CellFace, type KindView, asString } from '../faces.view.tsx';

/**
 * Return the text. If the paper that the field refers to has pictures, the row's picture (or its initials) comes first.
 */
const withPortrait = ({ label, portrait: link, field }: CellFace, words: ReactNode): ReactNode =>
  label && findPaper(field.paper)?.portrait ? (
    <span className="person-cell">
      {portrait(label, link)}
      {words}
    </span>
  ) : (
    words
  );

export const refView: KindView = {
  cell: (face) => (asString(face.value) ? withPortrait(face, face.label ?? '') : ''),
  detail: (face) => {
    const { value, label, field } = face;
    const path = findPaper(field.paper)?.menu?.path;
    return path && label
      ? withPortrait(face, <Link to={`${path}?id=${asString(value)}`}>{label}</Link>)
      : (label ?? '');
  },
};

export const idView: KindView = { cell: ({ value }) => <span className="mono">{asString(value)}</span> };
