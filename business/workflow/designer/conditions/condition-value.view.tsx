import type { ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import { inputOf } from '#kernel/fields/inputs.view.tsx';

/** The input of a field by its kind: a picker of departments, a choice, a number. */
export function ConditionValue(face: InputFace): ReactElement {
  const { Input } = inputOf(face.field);
  return <Input {...face} />;
}
