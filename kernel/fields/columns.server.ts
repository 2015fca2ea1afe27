import type { Field } from '#kernel/language/field.ts';
import { clockColumn } from './clock/clock.server.ts';
import { colourColumn } from './colour/colour.server.ts';
import type { SqlColumn } from './column.ts';
import { dayColumn } from './day/day.server.ts';
import { departmentColumn } from './department/department.server.ts';
import { dictColumn } from './dict/dict.server.ts';
import { dictsColumn } from './dicts/dicts.server.ts';
import { fileColumn, filesColumn } from './file/file.server.ts';
import { flagColumn } from './flag/flag.server.ts';
import { iconColumn } from './icon/icon.server.ts';
import { integerColumn } from './integer/integer.server.ts';
import { longTextColumn } from './long-text/long-text.server.ts';
import { momentColumn } from './moment/moment.server.ts';
import { moneyColumn } from './money/money.server.ts';
import { paperNumberColumn } from './paper-number/paper-number.server.ts';
import { personColumn } from './person/person.server.ts';
import { phoneColumn } from './phone/phone.server.ts';
import { placeColumn } from './place/place.server.ts';
import { priceColumn } from './price/price.server.ts';
import { quantityColumn } from './quantity/quantity.server.ts';
import { rateColumn } from './rate/rate.server.ts';
import { refColumn } from './ref/ref.server.ts';
import { refsColumn } from './refs/refs.server.ts';
import { regionColumn } from './region/region.server.ts';
import { richTextColumn } from './rich-text/rich-text.server.ts';
import { secretColumn } from './secret/secret.server.ts';
import { structuredColumn } from './structured/structured.server.ts';
import { textColumn } from './text/text.server.ts';
import { webAddressColumn } from './web-address/web-address.server.ts';

const columns: Readonly<Record<string, SqlColumn>> = {
  text: textColumn,
  longText: longTextColumn,
  integer: integerColumn,
  quantity: quantityColumn,
  money: moneyColumn,
  price: priceColumn,
  rate: rateColumn,
  flag: flagColumn,
  day: dayColumn,
  moment: momentColumn,
  clock: clockColumn,
  paperNumber: paperNumberColumn,
  dict: dictColumn,
  dicts: dictsColumn,
  ref: refColumn,
  id: refColumn,
  refs: refsColumn,
  person: personColumn,
  department: departmentColumn,
  file: fileColumn,
  files: filesColumn,
  phone: phoneColumn,
  region: regionColumn,
  place: placeColumn,
  icon: iconColumn,
  structured: structuredColumn,
  richText: richTextColumn,
  webAddress: webAddressColumn,
  colour: colourColumn,
  secret: secretColumn,
};

/** The server's face of a field's kind. */
export function columnFor(field: Field): SqlColumn {
  const column = columns[field.kind];
  if (!column) throw new Error(`no column for kind ${field.kind}`);
  return column;
}
