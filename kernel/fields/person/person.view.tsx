import { portrait } from '#kernel/web/i18n/portrait.tsx';
import type { KindView } from '../faces.view.tsx';

/** Shows a person's name beside the picture, or beside the initials if there is none. */
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
