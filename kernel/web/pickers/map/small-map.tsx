import { MapPin, Minus, Plus } from 'lucide-react';
import { type MouseEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { fromChineseMap } from '#kernel/fields/place/datum.ts';
import {
  type MapSize,
  type MapView,
  fitted,
  metresPerPx,
  placeBelow,
  screenPoint,
  tilesOf,
  zoomed,
} from '#kernel/fields/place/mercator.ts';
import { useT } from '../../i18n/words.ts';
import { drawn, mapTiles } from './map-tiles.ts';
import './small-map.css';

const HEIGHT = 132;
const STEP = 2;
/** Possible lengths of the scale bar, in metres. The longest that fits is drawn. */
const LENGTHS = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000];
const MAX_SCALE_PX = 96;

/** A bar that shows a round length at the scale of the map. Without tiles it is the only measure. */
function Scale({ place, view }: { place: string; view: MapView }): ReactElement {
  const t = useT();
  const metres = metresPerPx(Number(place.split(',')[1]), view);
  const length = LENGTHS.findLast((one) => one / metres <= MAX_SCALE_PX) ?? LENGTHS[0];
  return (
    <span className="small-map-scale" style={{ width: length / metres }}>
      {length < 1000 ? t([`${length} 米`, `${length} m`]) : t([`${length / 1000} 公里`, `${length / 1000} km`])}
    </span>
  );
}

/**
 * One place on a small map, drawn from its coordinates. Pictures are requested only from the source that the
 * installation configures. With `onChoose` a click moves the place.
 */
export default function SmallMap({
  place,
  onChoose,
}: {
  place: string;
  onChoose?: (place: string) => void;
}): ReactElement {
  const t = useT();
  const box = useRef<HTMLSpanElement>(null);
  const [size, setSize] = useState<MapSize>({ width: 320, height: HEIGHT });
  const [fixedView, fixView] = useState<MapView | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const at = drawn(place);
  const view = fixedView ?? fitted([at], size);
  const pin = screenPoint(at, view, size);
  const zoom = (factor: number): void => fixView(zoomed(view, factor, pin, size));
  const choose = (event: MouseEvent<HTMLSpanElement>): void => {
    if (!onChoose || (event.target as Element).closest('button')) return;
    const edge = event.currentTarget.getBoundingClientRect();
    const spot = placeBelow({ x: event.clientX - edge.left, y: event.clientY - edge.top }, view, size);
    // Fix the view, so that the pin moves to the new place and not the map.
    fixView(view);
    onChoose(mapTiles?.inChina ? fromChineseMap(spot) : spot);
  };
  return (
    <span
      ref={box}
      className="small-map"
      data-chooses={onChoose !== undefined}
      role="group"
      aria-label={t(['地图', 'Map'])}
      onClick={choose}
    >
      {mapTiles && (
        <svg width={size.width} height={size.height} aria-hidden>
          {tilesOf(mapTiles.template, view, size).map((one) => (
            <image key={one.url} href={one.url} x={one.x} y={one.y} width={one.size + 0.5} height={one.size + 0.5} />
          ))}
        </svg>
      )}
      <span className="small-map-pin" style={{ left: pin.x, top: pin.y }}>
        <MapPin size={20} aria-hidden />
      </span>
      <Scale place={place} view={view} />
      <span className="small-map-tools">
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['放大', 'Zoom in'])}
          onClick={() => zoom(STEP)}
        >
          <Plus size={13} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['缩小', 'Zoom out'])}
          onClick={() => zoom(1 / STEP)}
        >
          <Minus size={13} aria-hidden />
        </button>
      </span>
    </span>
  );
}
