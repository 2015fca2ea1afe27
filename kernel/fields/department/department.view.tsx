import type { KindView } from '../faces.view.tsx';

export const departmentView: KindView = { cell: ({ label }) => label ?? '' };
