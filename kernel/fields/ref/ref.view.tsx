import { Link } from 'react-router';
import { paperNamed } from '#kernel/web/papers/papers.ts';
import { type KindView, asString } from '../faces.view.tsx';

export const refView: KindView = {
  cell: ({ value, label }) => (asString(value) ? label ?? '' : ''),
  detail: ({ value, label, field }) => {
    const path = paperNamed(field.paper)?.menu?.path;
    return path && label ? <Link to={`${path}?id=${asString(value)}`}>{label}</Link> : label ?? '';
  },
};

export const idView: KindView = { cell: ({ value }) => <span className="mono">{asString(value)}</span> };
