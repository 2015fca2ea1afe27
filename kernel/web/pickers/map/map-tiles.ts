import { asDrawnInChina } from '#kernel/fields/place/datum.ts';
import { type WorldPoint, worldPoint } from '#kernel/fields/place/mercator.ts';

/**
 * The source of map tiles from a `meta` element of the page, and whether it is Chinese (GCJ-02); null without tiles.
 */
export const mapTiles = ((): { template: string; inChina: boolean } | null => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  return meta && { template: meta.content, inChina: meta.dataset.datum === 'gcj02' };
})();

/** Return the position at which the map draws a place. Chinese map tiles are shifted, so the place is shifted too. */
export function drawn(place: string): WorldPoint {
  if (!mapTiles?.inChina) return worldPoint(place)!;
  const { lng, lat } = asDrawnInChina(place);
  return worldPoint(`${lng},${lat}`)!;
}
