import { Suspense, lazy } from 'react';
import { type KindView, asString } from '../faces.view.tsx';

const PlaceDetail = lazy(() => import('#kernel/web/pickers/map/place-detail.tsx'));

/** Style of the placeholder until the map has loaded, as high as the map with its text, so that nothing moves. */
const ROOM = { flex: 1, height: 156 } as const;

export const placeView: KindView = {
  // In a row the coordinates are useless: it shows only that the place is known.
  cell: ({ value, language }) => (asString(value) ? (language === 'en' ? 'Located' : '已定位') : ''),
  detail: ({ value }) =>
    asString(value).includes(',') ? (
      <Suspense fallback={<span style={ROOM} />}>
        <PlaceDetail place={asString(value)} />
      </Suspense>
    ) : (
      ''
    ),
};
