// Written by `npm run check -- --fix` from the folders of kernel/fields.
import type { SqlColumn } from '../column.ts';
import { clockColumn } from '../clock/clock.server.ts';
import { colourColumn } from '../colour/colour.server.ts';
import { dayColumn } from '../day/day.server.ts';
import { departmentColumn } from '../department/department.server.ts';
import { dictColumn } from '../dict/dict.server.ts';
import { dictsColumn } from '../dicts/dicts.server.ts';
import { fileColumn, filesColumn } from '../file/file.server.ts';
import { flagColumn } from '../flag/flag.server.ts';
import { iconColumn } from '../icon/icon.server.ts';
import { integerColumn } from '../integer/integer.server.ts';
import { longTextColumn } from '../long-text/long-text.server.ts';
import { macColumn } from '../mac/mac.server.ts';
import { momentColumn } from '../moment/moment.server.ts';
import { moneyColumn } from '../money/money.server.ts';
import { paperNumberColumn } from '../paper-number/paper-number.server.ts';
import { personColumn } from '../person/person.server.ts';
import { phoneColumn } from '../phone/phone.server.ts';
import { placeColumn } from '../place/place.server.ts';
import { postalAddressColumn } from '../postal-address/postal-address.server.ts';
import { priceColumn } from '../price/price.server.ts';
import { quantityColumn } from '../quantity/quantity.server.ts';
import { rateColumn } from '../rate/rate.server.ts';
import { refColumn, idColumn } from '../ref/ref.server.ts';
import { refsColumn } from '../refs/refs.server.ts';
import { regionColumn } from '../region/region.server.ts';
import { richTextColumn } from '../rich-text/rich-text.server.ts';
import { secretColumn } from '../secret/secret.server.ts';
import { structuredColumn } from '../structured/structured.server.ts';
import { textColumn } from '../text/text.server.ts';
import { webAddressColumn } from '../web-address/web-address.server.ts';

/** How all kinds lie in PostgreSQL. */
export const kindColumns: Readonly<Record<string, SqlColumn>> = {
  clock: clockColumn,
  colour: colourColumn,
  day: dayColumn,
  department: departmentColumn,
  dict: dictColumn,
  dicts: dictsColumn,
  file: fileColumn,
  files: filesColumn,
  flag: flagColumn,
  icon: iconColumn,
  integer: integerColumn,
  longText: longTextColumn,
  mac: macColumn,
  moment: momentColumn,
  money: moneyColumn,
  paperNumber: paperNumberColumn,
  person: personColumn,
  phone: phoneColumn,
  place: placeColumn,
  postalAddress: postalAddressColumn,
  price: priceColumn,
  quantity: quantityColumn,
  rate: rateColumn,
  ref: refColumn,
  id: idColumn,
  refs: refsColumn,
  region: regionColumn,
  richText: richTextColumn,
  secret: secretColumn,
  structured: structuredColumn,
  text: textColumn,
  webAddress: webAddressColumn,
};
