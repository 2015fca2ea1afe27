import type { Field } from '#kernel/language/field.ts';
import type { KindInput } from './faces.view.tsx';
import { kindInputs } from './generated/inputs.view.tsx';
import { textInput } from './text/text-input.view.tsx';

/** How a field is typed and searched. A kind without an input of its own is typed as text. */
export const inputOf = (field: Field): KindInput => kindInputs[field.kind] ?? textInput;
