import type { KindView } from '../faces.view.tsx';

export const personView: KindView = { cell: ({ label }) => label ?? '' };
