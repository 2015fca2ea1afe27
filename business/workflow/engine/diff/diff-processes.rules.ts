import type { CompiledProcess } from '../model/compiled-process.rules.ts';

/** A difference between two versions of a process at one node or flow, or at the process itself. */
export interface ProcessDifference {
  readonly id: string;
  readonly name: string;
  /** Type of the node, or `sequenceFlow`. */
  readonly type: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Changed properties with old and new value as texts; an absent value is empty. */
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

type Drawn = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

/** Properties that only repeat what flows and boundary events already report. */
const DERIVED = new Set(['id', 'incoming', 'outgoing', 'boundaries']);

const shown = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function fieldsOf(before: Drawn, after: Drawn): ProcessDifference['fields'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => !DERIVED.has(name)));
  return [...names]
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((one) => one.before !== one.after);
}

const typeOf = (drawn: Drawn): string => (typeof drawn.type === 'string' ? drawn.type : 'sequenceFlow');

function differences(
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): ProcessDifference[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((id): ProcessDifference[] => {
    const [old, now] = [before[id], after[id]] as [Drawn | undefined, Drawn | undefined];
    if (old && now) {
      const fields = fieldsOf(old, now);
      return fields.length === 0 ? [] : [{ id, name: now.name, type: typeOf(now), kind: 'changed', fields }];
    }
    const only = now ?? old;
    return only ? [{ id, name: only.name, type: typeOf(only), kind: now ? 'added' : 'removed', fields: [] }] : [];
  });
}

/** Return the process itself as one element to compare: its name, category, papers and starters. */
const itself = (
  { name, category, papers, starters }: CompiledProcess,
  key: string,
): Readonly<Record<string, object>> => ({
  [key]: { id: key, name, type: 'process', category, papers: papers?.join(', '), starters: starters?.join(', ') },
});

/** Return the changes of the process itself, of nodes, then of flows, each in file order. Layout is ignored. */
export const diffProcesses = (before: CompiledProcess, after: CompiledProcess): ProcessDifference[] => [
  ...differences(itself(before, after.key), itself(after, after.key)),
  ...differences(before.nodes, after.nodes),
  ...differences(before.flows, after.flows),
];
