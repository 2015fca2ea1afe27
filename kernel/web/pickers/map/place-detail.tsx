import { type ReactElement, useState } from 'react';
import { useT } from '../../i18n/words.ts';
import SmallMap from './small-map.tsx';

/** A place in a detail: a small map with a link to a large one. Its coordinates appear on request. */
export default function PlaceDetail({ place }: { place: string }): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [lng, lat] = place.split(',');
  return (
    <span className="place-detail">
      <SmallMap key={place} place={place} />
      <span className="place-words">
        <a
          href={`https://uri.amap.com/marker?position=${lng},${lat}&coordinate=wgs84`}
          target="_blank"
          rel="noreferrer"
        >
          {t(['打开地图', 'Open the map'])}
        </a>
        {open ? (
          <span className="mono">{place}</span>
        ) : (
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {t(['看坐标', 'Show the numbers'])}
          </button>
        )}
      </span>
    </span>
  );
}
