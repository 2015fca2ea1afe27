import { Input } from 'antd';
import { MapPin } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

/** Longitude and latitude; the browser knows where it stands. */
function PlaceInput(face: InputFace): ReactElement {
  const t = useT();
  const here = (): void =>
    navigator.geolocation?.getCurrentPosition(({ coords }) =>
      face.onChange(`${coords.longitude.toFixed(6)},${coords.latitude.toFixed(6)}`),
    );
  return (
    <Input
      {...attributesOf(face)}
      placeholder={t(['经度，纬度', 'longitude,latitude'])}
      value={asString(face.value)}
      onChange={(event) => face.onChange(event.target.value)}
      suffix={
        <button
          type="button"
          className="icon-button small"
          disabled={face.disabled}
          aria-label={t(['用当前位置', 'Use where I am'])}
          title={t(['用当前位置', 'Use where I am'])}
          onClick={here}
        >
          <MapPin size={14} aria-hidden />
        </button>
      }
    />
  );
}

export const placeInput: KindInput = {
  Input: PlaceInput,
  Search: TextSearch,
};
