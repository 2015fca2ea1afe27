import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';

/** A part that the technician should bring. */
export interface SuggestedPart {
  materialId: string;
  qty: number;
  reason?: string;
}

const parts: readonly StructuredPart[] = [
  { name: 'materialId', label: ['物料', 'Material'], type: 'ref', paper: 'material', required: true },
  { name: 'qty', label: ['数量', 'Quantity'], type: 'number', required: true },
  { name: 'reason', label: ['理由', 'Why'], type: 'text' },
];

/** A field of the dispatch form with the parts to bring. */
export const suggestedParts = structured<SuggestedPart[], { rows: true; parts: readonly StructuredPart[] }>(
  ['建议备件', 'Suggested parts'],
  { rows: true, parts },
);
