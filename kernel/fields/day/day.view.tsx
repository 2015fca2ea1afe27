import { type KindView, asString } from '../faces.view.tsx';

export const dayView: KindView = { cell: ({ value }) => asString(value).slice(0, 10) };
