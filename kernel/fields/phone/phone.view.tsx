import { type KindView, asString } from '../faces.view.tsx';

export const phoneView: KindView = { cell: ({ value }) => asString(value) };
