import type { KindView } from '../faces.view.tsx';
import { asString } from '../faces.view.tsx';
import { textView } from '../text/text.view.tsx';

export const paperNumberView: KindView = { ...textView, cell: ({ value }) => <span className="mono">{asString(value)}</span> };
