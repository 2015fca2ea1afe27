import { type KindView, asString } from '../faces.view.tsx';

export const textView: KindView = {
  cell: ({ value }) => asString(value).replaceAll('\n', ' '),
  // A reason may have been typed on several lines.
  detail: ({ value }) =>
    asString(value).includes('\n') ? <span className="long-text">{asString(value)}</span> : asString(value),
};
