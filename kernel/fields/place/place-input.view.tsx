import { Input } from 'antd';
import { Crosshair, Map } from 'lucide-react';
import { type ReactElement, Suspense, lazy, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import { placeKind } from './place.ts';

const SmallMap = lazy(() => import('#kernel/web/pickers/map/small-map.tsx'));

/** Longitude and latitude: typed, chosen on a map, or taken from the browser's position. */
function PlaceInput(face: InputFace): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const typed = asString(face.value);
  const isPlace = typed !== '' && 'value' in placeKind.accept(typed, face.field);
  const here = (): void =>
    navigator.geolocation?.getCurrentPosition(({ coords }) =>
      face.onChange(`${coords.longitude.toFixed(6)},${coords.latitude.toFixed(6)}`),
    );
  const why = isPlace
    ? t(['在地图上选', 'Choose on a map'])
    : t(['先输入坐标或用当前位置，再在地图上挪动', 'Type a place or use where you are, then move it on the map']);
  return (
    <div className="place-input">
      <Input
        {...attributesOf(face)}
        placeholder={t(['经度，纬度', 'longitude,latitude'])}
        value={typed}
        onChange={(event) => face.onChange(event.target.value)}
        suffix={
          <>
            <button
              type="button"
              className="icon-button small"
              disabled={face.disabled}
              aria-label={t(['用当前位置', 'Use where I am'])}
              title={t(['用当前位置', 'Use where I am'])}
              onClick={here}
            >
              <Crosshair size={14} aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button small"
              disabled={face.disabled || !isPlace}
              aria-expanded={open}
              aria-label={why}
              title={why}
              onClick={() => setOpen(!open)}
            >
              <Map size={14} aria-hidden />
            </button>
          </>
        }
      />
      {open && isPlace && (
        <Suspense fallback={<div style={{ height: 132 }} />}>
          <SmallMap place={typed} onChoose={face.disabled ? undefined : face.onChange} />
        </Suspense>
      )}
    </div>
  );
}

export const placeInput: KindInput = {
  Input: PlaceInput,
  Search: TextSearch,
};
