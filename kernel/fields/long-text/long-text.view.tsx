import { type KindView, asString } from '../faces.view.tsx';

export const longTextView: KindView = {
  cell: ({ value }) => asString(value).replaceAll('\n', ' '),
  detail: ({ value }) => <span className="long-text">{asString(value)}</span>,
};
