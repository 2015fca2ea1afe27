/** Brings the first wrong input into sight and the hand to it. */
export function focusProblem(id: string, names: readonly string[]): void {
  const first = names.map((name) => document.getElementById(`${id}-${name}`)).find((element) => element !== null);
  first?.scrollIntoView({ block: 'center' });
  first?.focus();
}
