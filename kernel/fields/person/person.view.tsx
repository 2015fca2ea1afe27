import { portrait } from '#kernel/web/i18n/portrait.tsx';
import type { KindView } from '../faces.view.tsx';

/** A person by his picture or his initials, and his name. */
export const personView: KindView = {
  cell: ({ label, portrait: link }) =>
    label ? (
      <span className="person-cell">
        {portrait(label, link)}
        {label}
      </span>
    ) : (
      ''
    ),
};
