import type { Field } from '#kernel/language/field.ts';
import type { Kind } from './kind.ts';
import { clockKind } from './clock/clock.ts';
import { colourKind } from './colour/colour.ts';
import { dayKind } from './day/day.ts';
import { departmentKind } from './department/department.ts';
import { dictKind } from './dict/dict.ts';
import { dictsKind } from './dicts/dicts.ts';
import { fileKind, filesKind } from './file/file.ts';
import { flagKind } from './flag/flag.ts';
import { iconKind } from './icon/icon.ts';
import { integerKind } from './integer/integer.ts';
import { longTextKind } from './long-text/long-text.ts';
import { momentKind } from './moment/moment.ts';
import { moneyKind } from './money/money.ts';
import { paperNumberKind } from './paper-number/paper-number.ts';
import { personKind } from './person/person.ts';
import { phoneKind } from './phone/phone.ts';
import { placeKind } from './place/place.ts';
import { priceKind } from './price/price.ts';
import { quantityKind } from './quantity/quantity.ts';
import { rateKind } from './rate/rate.ts';
import { idKind, refKind } from './ref/ref.ts';
import { refsKind } from './refs/refs.ts';
import { regionKind } from './region/region.ts';
import { richTextKind } from './rich-text/rich-text.ts';
import { secretKind } from './secret/secret.ts';
import { structuredKind } from './structured/structured.ts';
import { textKind } from './text/text.ts';
import { webAddressKind } from './web-address/web-address.ts';

const all = [
  textKind,
  longTextKind,
  integerKind,
  quantityKind,
  moneyKind,
  priceKind,
  rateKind,
  flagKind,
  dayKind,
  momentKind,
  clockKind,
  paperNumberKind,
  dictKind,
  dictsKind,
  refKind,
  idKind,
  refsKind,
  personKind,
  departmentKind,
  fileKind,
  filesKind,
  phoneKind,
  regionKind,
  placeKind,
  iconKind,
  structuredKind,
  richTextKind,
  webAddressKind,
  colourKind,
  secretKind,
];

/** The pure faces of all kinds, by name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(all.map((kind) => [kind.name, kind]));

/** The kind of a field. */
export function kindOf(field: Field): Kind {
  const kind = kinds.get(field.kind);
  if (!kind) throw new Error(`no kind ${field.kind}`);
  return kind;
}
