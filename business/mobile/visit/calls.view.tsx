import { create } from 'zustand';

const STORAGE_KEY = 'anju-calls';
const MAX_VISITS = 40;

const storedCalls = (): Record<string, number> => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

/** By visit: how often the technician called the customer from this phone. */
export const useCalls = create<Readonly<Record<string, number>>>(storedCalls);

/** Count a call to the customer of a visit. Only the latest visits are remembered. */
export function noteCall(visitId: string): void {
  useCalls.setState((calls) => ({ [visitId]: (calls[visitId] ?? 0) + 1 }));
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify(Object.fromEntries(Object.entries(useCalls.getState()).slice(-MAX_VISITS))),
  );
}
