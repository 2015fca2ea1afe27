// Written by `npm run check -- --fix` from the folders of kernel/fields.
import type { KindInput } from '../faces.view.tsx';
import { clockInput } from '../clock/clock-input.view.tsx';
import { colourInput } from '../colour/colour-input.view.tsx';
import { dayInput } from '../day/day-input.view.tsx';
import { departmentInput } from '../department/department-input.view.tsx';
import { dictInput } from '../dict/dict-input.view.tsx';
import { dictsInput } from '../dicts/dicts-input.view.tsx';
import { fileInput, filesInput } from '../file/file-input.view.tsx';
import { flagInput } from '../flag/flag-input.view.tsx';
import { iconInput } from '../icon/icon-input.view.tsx';
import { integerInput } from '../integer/integer-input.view.tsx';
import { longTextInput } from '../long-text/long-text-input.view.tsx';
import { macInput } from '../mac/mac-input.view.tsx';
import { momentInput } from '../moment/moment-input.view.tsx';
import { moneyInput } from '../money/money-input.view.tsx';
import { personInput } from '../person/person-input.view.tsx';
import { phoneInput } from '../phone/phone-input.view.tsx';
import { placeInput } from '../place/place-input.view.tsx';
import { postalAddressInput } from '../postal-address/postal-address-input.view.tsx';
import { priceInput } from '../price/price-input.view.tsx';
import { quantityInput } from '../quantity/quantity-input.view.tsx';
import { rateInput } from '../rate/rate-input.view.tsx';
import { refInput } from '../ref/ref-input.view.tsx';
import { refsInput } from '../refs/refs-input.view.tsx';
import { regionInput } from '../region/region-input.view.tsx';
import { richTextInput } from '../rich-text/rich-text-input.view.tsx';
import { secretInput } from '../secret/secret-input.view.tsx';
import { structuredInput } from '../structured/structured-input.view.tsx';
import { textInput } from '../text/text-input.view.tsx';
import { webAddressInput } from '../web-address/web-address-input.view.tsx';

/** How all kinds are typed and searched. */
export const kindInputs: Readonly<Record<string, KindInput>> = {
  clock: clockInput,
  colour: colourInput,
  day: dayInput,
  department: departmentInput,
  dict: dictInput,
  dicts: dictsInput,
  file: fileInput,
  files: filesInput,
  flag: flagInput,
  icon: iconInput,
  integer: integerInput,
  longText: longTextInput,
  mac: macInput,
  moment: momentInput,
  money: moneyInput,
  person: personInput,
  phone: phoneInput,
  place: placeInput,
  postalAddress: postalAddressInput,
  price: priceInput,
  quantity: quantityInput,
  rate: rateInput,
  ref: refInput,
  refs: refsInput,
  region: regionInput,
  richText: richTextInput,
  secret: secretInput,
  structured: structuredInput,
  text: textInput,
  webAddress: webAddressInput,
};
