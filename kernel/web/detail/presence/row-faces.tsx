import type { ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Faces } from './faces.tsx';
import { useOthersAt } from './presence.ts';

/** Portraits of the other people who have this row of a list open. */
export function RowFaces({ of, id }: { of: AnyPaper; id: string }): ReactElement | null {
  const others = useOthersAt(of, id);
  return others.length ? (
    <span className="row-faces">
      <Faces others={others} />
    </span>
  ) : null;
}
