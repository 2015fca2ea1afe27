import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';

/** A part that the technician had better take along: how many, and why. */
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

/** Parts to take along, as a dispatch form keeps them. */
export const suggestedParts = structured<SuggestedPart[], { rows: true; parts: readonly StructuredPart[] }>(
  ['建议备件', 'Suggested parts'],
  { rows: true, parts },
);
