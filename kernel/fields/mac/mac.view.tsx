import { type KindView, asString } from '../faces.view.tsx';

export const macView: KindView = { cell: ({ value }) => <span className="mono">{asString(value)}</span> };
