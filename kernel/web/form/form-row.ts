import { createContext, use } from 'react';
import type { WireRow } from '../registry/rows.ts';

/** The row that the form changes; null in a form for a new row. */
export const FormRow = createContext<WireRow | null>(null);

export const useFormRow = (): WireRow | null => use(FormRow);
