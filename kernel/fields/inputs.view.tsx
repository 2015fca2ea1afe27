import type { Field } from '#kernel/language/field.ts';
import { clockInput } from './clock/clock-input.view.tsx';
import { colourInput } from './colour/colour-input.view.tsx';
import { dayInput } from './day/day-input.view.tsx';
import { decimalInput } from './decimal-input.view.tsx';
import { dictInput } from './dict/dict-input.view.tsx';
import { dictsInput } from './dicts/dicts-input.view.tsx';
import type { KindInput } from './faces.view.tsx';
import { fileInput } from './file/file-input.view.tsx';
import { flagInput } from './flag/flag-input.view.tsx';
import { iconInput } from './icon/icon-input.view.tsx';
import { longTextInput } from './long-text/long-text-input.view.tsx';
import { momentInput } from './moment/moment-input.view.tsx';
import { phoneInput } from './phone/phone-input.view.tsx';
import { placeInput } from './place/place-input.view.tsx';
import { refInput } from './ref/ref-input.view.tsx';
import { regionInput } from './region/region-input.view.tsx';
import { richTextInput } from './rich-text/rich-text-input.view.tsx';
import { secretInput } from './secret/secret-input.view.tsx';
import { structuredInput } from './structured/structured-input.view.tsx';
import { textInput } from './text/text-input.view.tsx';
import { webAddressInput } from './web-address/web-address-input.view.tsx';

/** How all kinds are typed and searched, by name. */
const inputs: Readonly<Record<string, KindInput>> = {
  text: textInput,
  longText: longTextInput,
  integer: decimalInput,
  quantity: decimalInput,
  money: decimalInput,
  price: decimalInput,
  rate: decimalInput,
  flag: flagInput,
  day: dayInput,
  moment: momentInput,
  clock: clockInput,
  paperNumber: textInput,
  dict: dictInput,
  dicts: dictsInput,
  ref: refInput,
  id: textInput,
  refs: refInput,
  person: refInput,
  department: refInput,
  file: fileInput,
  files: fileInput,
  phone: phoneInput,
  region: regionInput,
  place: placeInput,
  icon: iconInput,
  structured: structuredInput,
  richText: richTextInput,
  webAddress: webAddressInput,
  colour: colourInput,
  secret: secretInput,
};

/** How a field is typed and searched. A kind without an input of its own is typed as text. */
export const inputOf = (field: Field): KindInput => inputs[field.kind] ?? textInput;
