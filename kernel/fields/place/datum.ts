const AXIS = 6_378_245;
const FLATNESS = 0.006_693_421_622_965_943;

const waves = (x: number, y: number): number =>
  (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3) + y;
const ripple = (v: number, a: number, b: number, c: number): number =>
  ((20 * Math.sin(v * Math.PI) + a * Math.sin((v / 3) * Math.PI)) * 2) / 3 +
  ((b * Math.sin((v / 12) * Math.PI) + c * Math.sin((v * Math.PI) / 30)) * 2) / 3;

/**
 * Return the position at which maps in China draw a place (WGS-84, `lng,lat`): in GCJ-02, exact to about a metre.
 * Places outside China are unchanged. Source: the published approximation of the shift.
 */
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

/** Number of approximations. The shift varies so slowly that the error is then below a millimetre. */
const ROUNDS = 4;

/** The inverse of `asDrawnInChina`: return a place from such a map (GCJ-02, `lng,lat`) in WGS-84 with six decimals. */
export function fromChineseMap(shown: string): string {
  const [lng, lat] = shown.split(',').map(Number);
  let [east, north] = [lng, lat];
  for (let round = 0; round < ROUNDS; round++) {
    const now = asDrawnInChina(`${east},${north}`);
    east += lng - now.lng;
    north += lat - now.lat;
  }
  return `${east.toFixed(6)},${north.toFixed(6)}`;
}
