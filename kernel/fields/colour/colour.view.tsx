import { type KindView, asString } from '../faces.view.tsx';

export const colourView: KindView = {
  cell: ({ value }) =>
    value ? (
      <span className="icon-name">
        <svg width="14" height="14" aria-hidden>
          <rect width="14" height="14" rx="3" fill={asString(value)} stroke="currentColor" strokeOpacity=".25" />
        </svg>
        <span className="mono">{asString(value)}</span>
      </span>
    ) : (
      ''
    ),
};
