import { type KindView, asString } from '../faces.view.tsx';

export const clockView: KindView = { cell: ({ value }) => asString(value).slice(0, 5) };
