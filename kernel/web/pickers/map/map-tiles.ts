import { asDrawnInChina } from '#kernel/fields/place/datum.ts';
import { type WorldPoint, worldPoint } from '#kernel/fields/place/mercator.ts';

/** Where pictures of maps come from, as the page says; null where a map is drawn from coordinates alone. */
export const mapTiles = ((): { template: string; inChina: boolean } | null => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  return meta && { template: meta.content, inChina: meta.dataset.datum === 'gcj02' };
})();

/** A place as the map draws it: pictures of Chinese maps are shifted. */
export function drawn(place: string): WorldPoint {
  if (!mapTiles?.inChina) return worldPoint(place)!;
  const { lng, lat } = asDrawnInChina(place);
  return worldPoint(`${lng},${lat}`)!;
}
