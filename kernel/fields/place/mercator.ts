/** A place on the map in px of a world that is 256 px wide, as Web Mercator has it. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** What is shown of the world: the point in the middle, and px an world px. */
export interface MapView {
  readonly middle: WorldPoint;
  readonly scale: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const WORLD = 256;
/** Beyond this Mercator has no end. */
const MOST_LATITUDE = 85;

/** Where a place (`lng,lat` in degrees) lies; null for what is no place. */
export function worldPoint(place: string): WorldPoint | null {
  const [lng, lat] = place.split(',').map(Number);
  if (!Number.isFinite(lng) || !Number.isFinite(lat) || Math.abs(lat) > MOST_LATITUDE) return null;
  const angle = (lat * Math.PI) / 180;
  return {
    x: ((lng + 180) / 360) * WORLD,
    y: ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * WORLD,
  };
}

/** Nearer than streets nothing more is seen; further than a country nothing is told apart. */
const [LEAST_SCALE, MOST_SCALE] = [2 ** 4, 2 ** 18];
const EDGE_PX = 48;

const within = (scale: number): number => Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));

/** The view that holds all points, with some room around them. */
export function fitted(points: readonly WorldPoint[], { width, height }: MapSize): MapView {
  if (points.length === 0) return { middle: { x: WORLD / 2, y: WORLD / 2 }, scale: LEAST_SCALE };
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = (px: number, span: number): number => Math.max(1, px - 2 * EDGE_PX) / Math.max(span, 1e-9);
  return {
    middle: { x: (left + right) / 2, y: (top + bottom) / 2 },
    // One estate alone is shown with its surroundings.
    scale: Math.min(2 ** 15, within(Math.min(room(width, right - left), room(height, bottom - top)))),
  };
}

/** Where a point stands in the picture, in px. */
export const screenPoint = (point: WorldPoint, { middle, scale }: MapView, { width, height }: MapSize): WorldPoint => ({
  x: (point.x - middle.x) * scale + width / 2,
  y: (point.y - middle.y) * scale + height / 2,
});

/** Nearer or further, so that what is below a spot of the picture stays there. */
export function zoomed(view: MapView, factor: number, at: WorldPoint, { width, height }: MapSize): MapView {
  const scale = within(view.scale * factor);
  const keep = (middle: number, px: number, whole: number): number =>
    middle + (px - whole / 2) * (1 / view.scale - 1 / scale);
  return { middle: { x: keep(view.middle.x, at.x, width), y: keep(view.middle.y, at.y, height) }, scale };
}

/** A picture of the map: which, and where it stands. */
export interface MapTile {
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const MOST_TILES = 80;
const [LEAST_ZOOM, MOST_ZOOM] = [3, 18];

/** The pictures that fill a view. `template` holds {z}, {x} and {y}. */
export function tilesOf(template: string, view: MapView, { width, height }: MapSize): MapTile[] {
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, Math.round(Math.log2(view.scale))));
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
  return found.slice(0, MOST_TILES);
}

/** The place (`lng,lat` in degrees, six decimals) that lies below a spot of the picture. */
export function placeBelow(spot: WorldPoint, { middle, scale }: MapView, { width, height }: MapSize): string {
  const x = middle.x + (spot.x - width / 2) / scale;
  const y = middle.y + (spot.y - height / 2) / scale;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI;
  return `${((x / WORLD) * 360 - 180).toFixed(6)},${lat.toFixed(6)}`;
}

/** How many metres a px of the picture is at a latitude (degrees). Source: circumference of the earth at the equator, 40,075,017 m. */
export const metresPerPx = (lat: number, { scale }: MapView): number =>
  (40_075_017 * Math.cos((lat * Math.PI) / 180)) / WORLD / scale;
