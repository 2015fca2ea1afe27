// Written by `npm run check -- --fix` from the folders of kernel/fields.
import type { KindView } from '../faces.view.tsx';
import { clockView } from '../clock/clock.view.tsx';
import { colourView } from '../colour/colour.view.tsx';
import { dayView } from '../day/day.view.tsx';
import { departmentView } from '../department/department.view.tsx';
import { dictView } from '../dict/dict.view.tsx';
import { dictsView } from '../dicts/dicts.view.tsx';
import { fileView, filesView } from '../file/file.view.tsx';
import { flagView } from '../flag/flag.view.tsx';
import { iconView } from '../icon/icon.view.tsx';
import { integerView } from '../integer/integer.view.tsx';
import { longTextView } from '../long-text/long-text.view.tsx';
import { macView } from '../mac/mac.view.tsx';
import { momentView } from '../moment/moment.view.tsx';
import { moneyView } from '../money/money.view.tsx';
import { paperNumberView } from '../paper-number/paper-number.view.tsx';
import { personView } from '../person/person.view.tsx';
import { phoneView } from '../phone/phone.view.tsx';
import { placeView } from '../place/place.view.tsx';
import { postalAddressView } from '../postal-address/postal-address.view.tsx';
import { priceView } from '../price/price.view.tsx';
import { quantityView } from '../quantity/quantity.view.tsx';
import { rateView } from '../rate/rate.view.tsx';
import { refView, idView } from '../ref/ref.view.tsx';
import { refsView } from '../refs/refs.view.tsx';
import { regionView } from '../region/region.view.tsx';
import { richTextView } from '../rich-text/rich-text.view.tsx';
import { secretView } from '../secret/secret.view.tsx';
import { structuredView } from '../structured/structured.view.tsx';
import { textView } from '../text/text.view.tsx';
import { webAddressView } from '../web-address/web-address.view.tsx';

/** How all kinds are shown. */
export const kindViews: Readonly<Record<string, KindView>> = {
  clock: clockView,
  colour: colourView,
  day: dayView,
  department: departmentView,
  dict: dictView,
  dicts: dictsView,
  file: fileView,
  files: filesView,
  flag: flagView,
  icon: iconView,
  integer: integerView,
  longText: longTextView,
  mac: macView,
  moment: momentView,
  money: moneyView,
  paperNumber: paperNumberView,
  person: personView,
  phone: phoneView,
  place: placeView,
  postalAddress: postalAddressView,
  price: priceView,
  quantity: quantityView,
  rate: rateView,
  ref: refView,
  id: idView,
  refs: refsView,
  region: regionView,
  richText: richTextView,
  secret: secretView,
  structured: structuredView,
  text: textView,
  webAddress: webAddressView,
};
