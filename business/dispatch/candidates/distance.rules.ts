/**
 * Return the straight distance of two places (`lng,lat` in degrees, WGS-84) in metres; null if one is missing. Source:
 * the haversine formula on a sphere of 6,371 km.
 */
export function metresBetween(one: string | null | undefined, other: string | null | undefined): number | null {
  if (!one || !other) return null;
  const [lng1, lat1] = one.split(',').map((part) => (Number(part) * Math.PI) / 180);
  const [lng2, lat2] = other.split(',').map((part) => (Number(part) * Math.PI) / 180);
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin((lng2 - lng1) / 2) ** 2;
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half))));
}

/** Ratio of road to straight distance. */
const ROAD = 1.3;

/** Return road kilometres with one decimal. */
export const roadKm = (metres: number): number => Math.round((metres * ROAD) / 100) / 10;

/** Return the minutes on the road at a speed, rounded up. Binary fractions above a whole minute do not count. */
export const travelMinutes = (km: number, speedKmh: number): number =>
  Math.ceil(Math.round((km / speedKmh) * 60_000) / 1000);
