import { create } from 'zustand';

const KEPT_AS = 'anju-calls';
const MOST_VISITS = 40;

const kept = (): Record<string, number> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

/** How often the customer of a visit was rung from this phone. */
export const useCalls = create<Readonly<Record<string, number>>>(kept);

/** The customer of a visit is being rung; the oldest visits are forgotten. */
export function noteCall(visitId: string): void {
  useCalls.setState((calls) => ({ [visitId]: (calls[visitId] ?? 0) + 1 }));
  localStorage.setItem(
    KEPT_AS,
    JSON.stringify(Object.fromEntries(Object.entries(useCalls.getState()).slice(-MOST_VISITS))),
  );
}
