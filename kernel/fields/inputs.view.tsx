import type { Field } from '#kernel/language/field.ts';
import type { KindInput } from './faces.view.tsx';
import { kindInputs } from './generated/inputs.view.tsx';
import { textInput } from './text/text-input.view.tsx';

/** Return the input and search of a field's kind; a kind without them has a text input. */
export const inputOf = (field: Field): KindInput => kindInputs[field.kind] ?? textInput;
