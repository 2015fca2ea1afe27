// Written by `npm run check -- --fix` from the folders of kernel/fields.
import type { Kind } from '../kind.ts';
import { clockKind } from '../clock/clock.ts';
import { colourKind } from '../colour/colour.ts';
import { dayKind } from '../day/day.ts';
import { departmentKind } from '../department/department.ts';
import { dictKind } from '../dict/dict.ts';
import { dictsKind } from '../dicts/dicts.ts';
import { fileKind, filesKind } from '../file/file.ts';
import { flagKind } from '../flag/flag.ts';
import { iconKind } from '../icon/icon.ts';
import { integerKind } from '../integer/integer.ts';
import { longTextKind } from '../long-text/long-text.ts';
import { macKind } from '../mac/mac.ts';
import { momentKind } from '../moment/moment.ts';
import { moneyKind } from '../money/money.ts';
import { paperNumberKind } from '../paper-number/paper-number.ts';
import { personKind } from '../person/person.ts';
import { phoneKind } from '../phone/phone.ts';
import { placeKind } from '../place/place.ts';
import { postalAddressKind } from '../postal-address/postal-address.ts';
import { priceKind } from '../price/price.ts';
import { quantityKind } from '../quantity/quantity.ts';
import { rateKind } from '../rate/rate.ts';
import { refKind, idKind } from '../ref/ref.ts';
import { refsKind } from '../refs/refs.ts';
import { regionKind } from '../region/region.ts';
import { richTextKind } from '../rich-text/rich-text.ts';
import { secretKind } from '../secret/secret.ts';
import { structuredKind } from '../structured/structured.ts';
import { textKind } from '../text/text.ts';
import { webAddressKind } from '../web-address/web-address.ts';

/** The pure faces of all kinds. */
export const kinds: Readonly<Record<string, Kind>> = {
  clock: clockKind,
  colour: colourKind,
  day: dayKind,
  department: departmentKind,
  dict: dictKind,
  dicts: dictsKind,
  file: fileKind,
  files: filesKind,
  flag: flagKind,
  icon: iconKind,
  integer: integerKind,
  longText: longTextKind,
  mac: macKind,
  moment: momentKind,
  money: moneyKind,
  paperNumber: paperNumberKind,
  person: personKind,
  phone: phoneKind,
  place: placeKind,
  postalAddress: postalAddressKind,
  price: priceKind,
  quantity: quantityKind,
  rate: rateKind,
  ref: refKind,
  id: idKind,
  refs: refsKind,
  region: regionKind,
  richText: richTextKind,
  secret: secretKind,
  structured: structuredKind,
  text: textKind,
  webAddress: webAddressKind,
};
