import { createContext, use } from 'react';
import type { WireRow } from '../registry/rows.ts';

/** The row that a form changes; none in a form for a new one. */
export const FormRow = createContext<WireRow | null>(null);

export const useFormRow = (): WireRow | null => use(FormRow);
