import type { Label } from '#kernel/language/label.ts';

/** Owner of a process: shared by all companies, or the company's own. */
export const PROCESS_MODES: readonly { readonly key: string; readonly label: Label }[] = [
  { key: '', label: ['全部', 'All'] },
  { key: '1', label: ['通用', 'Shared'] },
  { key: '2', label: ['本公司', 'Own'] },
];
