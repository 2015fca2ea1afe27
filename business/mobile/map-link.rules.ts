/** Whose phone it is: each opens maps in its own way. */
export type Platform = 'apple' | 'android' | 'other';

export const platformOf = (agent: string): Platform =>
  /iPhone|iPad|iPod|Macintosh/.test(agent) ? 'apple' : /Android/.test(agent) ? 'android' : 'other';

const AXIS = 6_378_245;
const FLATNESS = 0.006_693_421_622_965_943;

const waves = (x: number, y: number): number =>
  (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3) + y;
const ripple = (v: number, a: number, b: number, c: number): number =>
  ((20 * Math.sin(v * Math.PI) + a * Math.sin((v / 3) * Math.PI)) * 2) / 3 +
  ((b * Math.sin((v / 12) * Math.PI) + c * Math.sin((v * Math.PI) / 30)) * 2) / 3;

/** A place in WGS-84 (`lng,lat`) as maps in China draw it (GCJ-02); places outside of China stay. Source: the published approximation of the shift, exact to about a metre. */
export function asDrawnInChina(place: string): { readonly lng: number; readonly lat: number } {
  const [lng, lat] = place.split(',').map(Number);
  if (lng < 72.004 || lng > 137.8347 || lat < 0.8293 || lat > 55.8271) return { lng, lat };
  const [x, y] = [lng - 105, lat - 35];
  const north =
    waves(x, -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x))) + ripple(y, 40, 160, 320);
  const east =
    waves(x, 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x))) + ripple(x, 40, 150, 300);
  const angle = (lat / 180) * Math.PI;
  const bend = 1 - FLATNESS * Math.sin(angle) ** 2;
  return {
    lng: Number((lng + (east * 180) / ((AXIS / Math.sqrt(bend)) * Math.cos(angle) * Math.PI)).toFixed(6)),
    lat: Number((lat + (north * 180) / (((AXIS * (1 - FLATNESS)) / (bend * Math.sqrt(bend))) * Math.PI)).toFixed(6)),
  };
}

/** The link that opens the way to an address in the map app of a phone; without a place, the address is searched there. */
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
