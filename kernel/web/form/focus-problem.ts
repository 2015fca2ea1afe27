/** Scroll the first of these inputs into view and focus it. */
export function focusProblem(id: string, names: readonly string[]): void {
  const first = names.map((name) => document.getElementById(`${id}-${name}`)).find((element) => element !== null);
  first?.scrollIntoView({ block: 'center' });
  first?.focus();
}
