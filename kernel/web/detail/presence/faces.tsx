import type { ReactElement } from 'react';
import { portrait } from '../../i18n/portrait.tsx';
import { useT } from '../../i18n/words.ts';
import type { Present } from './presence.ts';
import './faces.css';

const MOST_FACES = 3;

/** Who looks and who edits, in one sentence. */
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

/** The faces of who else has a row before him; an edge says that somebody edits it. */
export function Faces({ others, words }: { others: readonly Present[]; words?: boolean }): ReactElement | null {
  const sentence = useSentence(others);
  if (others.length === 0) return null;
  return (
    <span className="faces" role="img" aria-label={sentence} title={sentence}>
      {others.slice(0, MOST_FACES).map((one) => (
        <span key={one.by} className="face" data-editing={one.editing}>
          {portrait(one.byName, one.portrait)}
        </span>
      ))}
      {others.length > MOST_FACES && <small>+{others.length - MOST_FACES}</small>}
      {words && <span className="faces-words">{sentence}</span>}
    </span>
  );
}
