import type { KindView } from '../faces.view.tsx';

/** A person by his first letter and his name; the letter is drawn, not read out or copied. */
export const personView: KindView = {
  cell: ({ label }) => (label ? <span className="person-cell"><i className="avatar small" aria-hidden data-letter={label.slice(0, 1)} />{label}</span> : ''),
};
