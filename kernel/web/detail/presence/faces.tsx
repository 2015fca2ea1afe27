import type { ReactElement } from 'react';
import { portrait } from '../../i18n/portrait.tsx';
import { useT } from '../../i18n/words.ts';
import type { Present } from './presence.ts';
import './faces.css';

const MAX_FACES = 3;

/** Return a sentence with the names of those who read a row and those who edit it. */
function useSentence(others: readonly Present[]): string {
  const t = useT();
  const named = (editing: boolean): string[] =>
    others.filter((one) => one.editing === editing).map((one) => one.byName);
  const [edit, look] = [named(true), named(false)];
  return [
    edit.length > 0 && t([`${edit.join('、')}在改`, `${edit.join(', ')} editing`]),
    look.length > 0 && t([`${look.join('、')}在看`, `${look.join(', ')} viewing`]),
  ]
    .filter(Boolean)
    .join(t(['，', '; ']));
}

/** The portraits of the other people who have a row open; a border marks an editor. */
export function Faces({ others, words }: { others: readonly Present[]; words?: boolean }): ReactElement | null {
  const sentence = useSentence(others);
  if (others.length === 0) return null;
  return (
    <span className="faces" role="img" aria-label={sentence} title={sentence}>
      {others.slice(0, MAX_FACES).map((one) => (
        <span key={one.by} className="face" data-editing={one.editing}>
          {portrait(one.byName, one.portrait)}
        </span>
      ))}
      {others.length > MAX_FACES && <small>+{others.length - MAX_FACES}</small>}
      {words && <span className="faces-words">{sentence}</span>}
    </span>
  );
}
