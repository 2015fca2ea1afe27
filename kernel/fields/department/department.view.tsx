import type { KindView } from '../faces.view.tsx';
import { RefInput, RefSearch } from '../ref/ref.view.tsx';

export const departmentView: KindView = { cell: ({ label }) => label ?? '', Input: RefInput, Search: RefSearch };
