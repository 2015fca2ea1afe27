import { type KindView, asString } from '../faces.view.tsx';

export const textView: KindView = {
  cell: ({ value }) => asString(value).replaceAll('\n', ' '),
  // Some texts contain line breaks, such as reasons typed in a dialog.
  detail: ({ value }) =>
    asString(value).includes('\n') ? <span className="long-text">{asString(value)}</span> : asString(value),
};
