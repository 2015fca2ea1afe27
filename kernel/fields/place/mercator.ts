/** A point of the map in Web Mercator, in px from the top left of a world that is 256 px wide. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** The visible part of the world: its centre, and screen px per world px. */
export interface MapView {
  readonly middle: WorldPoint;
  readonly scale: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const WORLD = 256;
/** Highest latitude in degrees, north and south; near the poles Mercator grows without bound. */
const MAX_LATITUDE = 85;

/** Return the point of a place (`lng,lat` in degrees); null where it is not a place. */
export function worldPoint(place: string): WorldPoint | null {
  const [lng, lat] = place.split(',').map(Number);
  if (!Number.isFinite(lng) || !Number.isFinite(lat) || Math.abs(lat) > MAX_LATITUDE) return null;
  const angle = (lat * Math.PI) / 180;
  return {
    x: ((lng + 180) / 360) * WORLD,
    y: ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * WORLD,
  };
}

/**
 * Limits of the scale, in screen px per world px: nearer than streets, or farther than a country, the map shows nothing
 * useful.
 */
const [MIN_SCALE, MAX_SCALE] = [2 ** 4, 2 ** 18];
const EDGE_PX = 48;

const within = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/** Return the view that contains all points, with a margin. */
export function fitted(points: readonly WorldPoint[], { width, height }: MapSize): MapView {
  if (points.length === 0) return { middle: { x: WORLD / 2, y: WORLD / 2 }, scale: MIN_SCALE };
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = (px: number, span: number): number => Math.max(1, px - 2 * EDGE_PX) / Math.max(span, 1e-9);
  return {
    middle: { x: (left + right) / 2, y: (top + bottom) / 2 },
    // Limit the scale, so that a single point is shown with its surroundings.
    scale: Math.min(2 ** 15, within(Math.min(room(width, right - left), room(height, bottom - top)))),
  };
}

/** Return the position of a point on the screen, in px from the top left of the map. */
export const screenPoint = (point: WorldPoint, { middle, scale }: MapView, { width, height }: MapSize): WorldPoint => ({
  x: (point.x - middle.x) * scale + width / 2,
  y: (point.y - middle.y) * scale + height / 2,
});

/** Return the view scaled by `factor`, in which the point of the map under the screen position `at` stays there. */
export function zoomed(view: MapView, factor: number, at: WorldPoint, { width, height }: MapSize): MapView {
  const scale = within(view.scale * factor);
  const keep = (middle: number, px: number, whole: number): number =>
    middle + (px - whole / 2) * (1 / view.scale - 1 / scale);
  return { middle: { x: keep(view.middle.x, at.x, width), y: keep(view.middle.y, at.y, height) }, scale };
}

/** A tile of the map: its address, and its position on the screen in px. */
export interface MapTile {
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const MAX_TILES = 80;
const [MIN_ZOOM, MAX_ZOOM] = [3, 18];

/** Return the tiles that fill a view. `template` contains {z}, {x} and {y}. */
export function tilesOf(template: string, view: MapView, { width, height }: MapSize): MapTile[] {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(Math.log2(view.scale))));
  const size = (WORLD * view.scale) / 2 ** zoom;
  const origin = screenPoint({ x: 0, y: 0 }, view, { width, height });
  const [left, top] = [Math.floor(-origin.x / size), Math.floor(-origin.y / size)];
  const [right, bottom] = [Math.ceil((width - origin.x) / size), Math.ceil((height - origin.y) / size)];
  const found: MapTile[] = [];
  for (let y = Math.max(0, top); y < Math.min(2 ** zoom, bottom); y++)
    for (let x = Math.max(0, left); x < Math.min(2 ** zoom, right); x++)
      found.push({
        url: template.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)),
        x: origin.x + x * size,
        y: origin.y + y * size,
        size,
      });
  return found.slice(0, MAX_TILES);
}

/** Return the place (`lng,lat` in degrees, six decimals) below a point of the screen. */
export function placeBelow(spot: WorldPoint, { middle, scale }: MapView, { width, height }: MapSize): string {
  const x = middle.x + (spot.x - width / 2) / scale;
  const y = middle.y + (spot.y - height / 2) / scale;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI;
  return `${((x / WORLD) * 360 - 180).toFixed(6)},${lat.toFixed(6)}`;
}

/**
 * Return the metres per px at a latitude (degrees). Source: circumference of the earth at the equator, 40,075,017 m.
 */
export const metresPerPx = (lat: number, { scale }: MapView): number =>
  (40_075_017 * Math.cos((lat * Math.PI) / 180)) / WORLD / scale;
