import type { ReactElement } from 'react';
import type { SearchFace } from '#kernel/fields/faces.view.tsx';
import { inputOf } from '#kernel/fields/inputs.view.tsx';

/** The search of a field, by its kind. */
export function FilterFace(face: SearchFace): ReactElement {
  const { Search } = inputOf(face.field);
  return <Search {...face} />;
}
