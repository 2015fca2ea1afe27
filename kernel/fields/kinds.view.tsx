import type { ReactNode } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import { clockView } from './clock/clock.view.tsx';
import { colourView } from './colour/colour.view.tsx';
import { dayView } from './day/day.view.tsx';
import { departmentView } from './department/department.view.tsx';
import { dictView } from './dict/dict.view.tsx';
import { dictsView } from './dicts/dicts.view.tsx';
import type { CellFace, KindView } from './faces.view.tsx';
import { fileView } from './file/file.view.tsx';
import { flagView } from './flag/flag.view.tsx';
import { iconView } from './icon/icon.view.tsx';
import { integerView } from './integer/integer.view.tsx';
import { longTextView } from './long-text/long-text.view.tsx';
import { momentView } from './moment/moment.view.tsx';
import { moneyView } from './money/money.view.tsx';
import { paperNumberView } from './paper-number/paper-number.view.tsx';
import { personView } from './person/person.view.tsx';
import { phoneView } from './phone/phone.view.tsx';
import { placeView } from './place/place.view.tsx';
import { priceView } from './price/price.view.tsx';
import { quantityView } from './quantity/quantity.view.tsx';
import { rateView } from './rate/rate.view.tsx';
import { idView, refView } from './ref/ref.view.tsx';
import { refsView } from './refs/refs.view.tsx';
import { regionView } from './region/region.view.tsx';
import { richTextView } from './rich-text/rich-text.view.tsx';
import { secretView } from './secret/secret.view.tsx';
import { structuredView } from './structured/structured.view.tsx';
import { textView } from './text/text.view.tsx';
import { webAddressView } from './web-address/web-address.view.tsx';

/** How all kinds are shown, by name. */
const views: Readonly<Record<string, KindView>> = {
  text: textView,
  longText: longTextView,
  integer: integerView,
  quantity: quantityView,
  money: moneyView,
  price: priceView,
  rate: rateView,
  flag: flagView,
  day: dayView,
  moment: momentView,
  clock: clockView,
  paperNumber: paperNumberView,
  dict: dictView,
  dicts: dictsView,
  ref: refView,
  id: idView,
  refs: refsView,
  person: personView,
  department: departmentView,
  file: fileView,
  files: fileView,
  phone: phoneView,
  region: regionView,
  place: placeView,
  icon: iconView,
  structured: structuredView,
  richText: richTextView,
  webAddress: webAddressView,
  colour: colourView,
  secret: secretView,
};

/** How a field is shown. A kind without a view is shown as text. */
export const viewOf = (field: Field): KindView => views[field.kind] ?? textView;

/** What a view needs of a row as the lists and details answer it. */
interface NamedRow {
  readonly _names?: Readonly<Record<string, string>>;
  readonly _portraits?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A field of a row, as its kind is shown. */
export const faceOf = (row: NamedRow, name: string, field: Field, language: Language): CellFace => ({
  value: row[name],
  field,
  name,
  label: row._names?.[name],
  portrait: row._portraits?.[name],
  language,
});

/** A field of a row in a cell. */
export const cellOf = (row: NamedRow, name: string, field: Field, language: Language): ReactNode =>
  viewOf(field).cell(faceOf(row, name, field, language));
