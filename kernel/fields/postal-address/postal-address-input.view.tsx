import type { KindInput } from '../faces.view.tsx';
import { textInput } from '../text/text-input.view.tsx';

/** Typed and searched as what it is: a line of text. */
export const postalAddressInput: KindInput = textInput;
