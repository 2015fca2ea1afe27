import { asDrawnInChina } from '#kernel/fields/place/datum.ts';

/** Platform of the phone, which decides the form of map links. */
export type Platform = 'apple' | 'android' | 'other';

export const platformOf = (agent: string): Platform =>
  /iPhone|iPad|iPod|Macintosh/.test(agent) ? 'apple' : /Android/.test(agent) ? 'android' : 'other';

/** Return the link to an address in the phone's map app; without coordinates it searches the address. */
export function mapLink(platform: Platform, address: string, place: string | null): string {
  const words = encodeURIComponent(address);
  if (!place)
    return {
      apple: `https://maps.apple.com/?q=${words}`,
      android: `geo:0,0?q=${words}`,
      other: `https://uri.amap.com/search?keyword=${words}`,
    }[platform];
  const { lng, lat } = asDrawnInChina(place);
  return {
    apple: `https://maps.apple.com/?daddr=${lat},${lng}&q=${words}`,
    android: `geo:${lat},${lng}?q=${lat},${lng}(${words})`,
    other: `https://uri.amap.com/navigation?to=${lng},${lat},${words}&mode=car&coordinate=gaode`,
  }[platform];
}
