import type { KindInput } from '../faces.view.tsx';
import { textInput } from '../text/text-input.view.tsx';

/** The input and search of a postal address: a line of text. */
export const postalAddressInput: KindInput = textInput;
