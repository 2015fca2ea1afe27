import { type KindView, asString } from '../faces.view.tsx';

export const placeView: KindView = {
  cell: ({ value }) => asString(value),
  detail: ({ value }) => {
    const [lng, lat] = asString(value).split(',');
    return lat ? (
      <a href={`https://uri.amap.com/marker?position=${lng},${lat}&coordinate=wgs84`} target="_blank" rel="noreferrer">
        {asString(value)}
      </a>
    ) : (
      ''
    );
  },
};
