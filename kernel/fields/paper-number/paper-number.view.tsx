import { type KindView, asString } from '../faces.view.tsx';

export const paperNumberView: KindView = { cell: ({ value }) => <span className="mono">{asString(value)}</span> };
