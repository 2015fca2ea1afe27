/** Metres between two places on the map (`lng,lat` in degrees, WGS-84), as the crow flies; null where one is missing. Source: the haversine formula on a sphere of 6,371 km. */
export function metresBetween(one: string | null | undefined, other: string | null | undefined): number | null {
  if (!one || !other) return null;
  const [lng1, lat1] = one.split(',').map((part) => (Number(part) * Math.PI) / 180);
  const [lng2, lat2] = other.split(',').map((part) => (Number(part) * Math.PI) / 180);
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin((lng2 - lng1) / 2) ** 2;
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half))));
}

/** A road is longer than the crow flies. */
const ROAD = 1.3;

/** Kilometres on the road, one decimal. */
export const roadKm = (metres: number): number => Math.round((metres * ROAD) / 100) / 10;

/** Minutes on the road at so many km/h, begun ones full; what binary fractions add to a whole minute begins none. */
export const travelMinutes = (km: number, speedKmh: number): number =>
  Math.ceil(Math.round((km / speedKmh) * 60_000) / 1000);
