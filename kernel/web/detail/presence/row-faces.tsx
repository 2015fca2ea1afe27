import type { ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Faces } from './faces.tsx';
import { useOthersAt } from './presence.ts';

/** In a row of a list: who else has it before him. */
export function RowFaces({ of, id }: { of: AnyPaper; id: string }): ReactElement | null {
  const others = useOthersAt(of, id);
  return others.length ? (
    <span className="row-faces">
      <Faces others={others} />
    </span>
  ) : null;
}
