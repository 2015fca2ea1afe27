import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Kind } from '../kind.ts';
import { line } from '../text/text.ts';

/**
 * A postal address of at most `max` characters (default 300). `estate` names the field of the same paper with the
 * housing estate. Lists then show only estate and room.
 */
export const postalAddress = <const O extends FieldOptions & { max?: number; estate?: string }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('postalAddress', label, options, { max: 300 });

/** Return the part after the lane (弄): building and room. The road before it is the same for all residents. */
export function roomInAddress(whole: string): string {
  const at = whole.lastIndexOf('弄');
  return at > 0 && at < whole.length - 1 ? whole.slice(at + 1) : whole;
}

const PROVINCE =
  /^(?:(?:河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾)省|内蒙古自治区|广西壮族自治区|西藏自治区|宁夏回族自治区|新疆维吾尔自治区|(?:香港|澳门)特别行政区)/;
/**
 * A city or prefecture. Cities whose names end in 城 or 都 have two characters before 市, so 东方城市 is none. Markets, such
 * as 超市 and 菜市, are none.
 */
const CITY =
  /^(?:[^路街道号弄]{1,4}?[^路街道号弄城都超夜菜集闹]市|[^路街道号弄][城都]市|[^路街道号弄]{2,12}?(?:自治州|地区|盟))(?=..)/;
/** Cities that are provinces, as people write them without 市. */
const MUNICIPALITY = /^(?:北京|天津|上海|重庆)(?!市)/;
/**
 * A district. Estates whose names look alike, such as 阳光小区, are no districts, nor is a county town (县城).
 */
const DISTRICT =
  /^(?:[^路街道号弄]{1,14}?(?:(?<![小社校厂景宅墅])区|县(?!区|城(?![关桥郊厢东西南北中])))|[^路街道号弄]{0,14}?(?:工业园区|开发区))(?=..)/;
/** Banners (旗) are in Inner Mongolia only. */
const BANNER = /^[^路街道号弄]{1,12}?旗(?=..)/;

/**
 * Return an address from the road on, without province, city and district. A district goes only after its city, so that
 * the name of an estate, such as 东方城市花园, stays whole.
 */
export function fromRoad(whole: string): string {
  const text = whole.trim();
  const isShort = MUNICIPALITY.test(text);
  const inCity = isShort
    ? text.replace(MUNICIPALITY, '')
    : text.replace(PROVINCE, '').replace(CITY, '').replace(CITY, '');
  if (inCity === text) return text;
  const district = text.startsWith('内蒙古') && !DISTRICT.test(inCity) ? BANNER : DISTRICT;
  const inDistrict = inCity.replace(district, '');
  return isShort && inDistrict === inCity ? text : inDistrict;
}

/** Return an address as lists show it: estate and room, or from the road on. */
export function shortAddress(whole: string, estate: string | undefined): string {
  if (!estate) return fromRoad(whole);
  const room = roomInAddress(whole);
  const rest = room === whole ? fromRoad(whole) : room;
  const at = rest.indexOf(estate);
  if (at < 0) return `${estate} ${rest}`;
  // The address contains the estate already. A district before it goes, a number before it stays.
  return /\d/.test(rest.slice(0, at)) ? rest : rest.slice(at);
}

export const postalAddressKind: Kind = {
  ...line,
  name: 'postalAddress',
  freeText: 'line',
  groups: true,
  width: 220,
  asksWhy: true,
};
