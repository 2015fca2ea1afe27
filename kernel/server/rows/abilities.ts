import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, isDocument } from '#kernel/language/paper.ts';
import { type Person, type Term, decide } from '#kernel/language/permission.ts';

type Row = Readonly<Record<string, unknown>>;

/** Does one of the terms hold for a row that the person already sees? */
function fits(terms: readonly Term[], paper: AnyPaper, row: Row): boolean {
  return terms.some((term) => {
    if (term.kind === 'own') return String(row.createUser) === term.person;
    if (term.kind === 'departments') return term.ids.includes(String(row.createDept));
    if (term.kind === 'teams') return !paper.team || !('field' in paper.team) || term.teams.includes(String(row[String(paper.team.field)]));
    return true;
  });
}

interface Ability { readonly name: string; readonly states: ReadonlySet<string> | null; readonly where: readonly Term[] }

function abilitiesOf(person: Person, paper: AnyPaper): Ability[] {
  if (paper.readOnly) return [];
  const life = paper.lifecycle as Lifecycle | undefined;
  const all: [string, string, ReadonlySet<string> | null][] = Object.entries(life?.actions ?? {}).map(([name, action]) => [name, name, new Set(action.from)]);
  const editable = life && new Set(Object.keys(life.editable));
  const removable = life && isDocument(paper) ? new Set<string>(life.removable) : null;
  all.push(['edit', 'edit', editable ?? null], ['delete', 'delete', removable]);
  return all.flatMap(([name, button, states]) => {
    const decision = decide(person, paper, button);
    return decision.allow ? [{ name, states, where: decision.where }] : [];
  });
}

/** What a person may do with a row as it stands: the same decision that the call will make, so a button never lies. */
export function abler(person: Person, paper: AnyPaper): (row: Row) => string[] {
  const abilities = abilitiesOf(person, paper);
  const state = paper.lifecycle?.field;
  return (row) => abilities.filter((one) => (!one.states || one.states.has(String(row[state ?? '']))) && fits(one.where, paper, row)).map((one) => one.name);
}
