import type { Refusal } from '#kernel/language/refusal.ts';
import type { ProcessError, ProcessFault } from '../engine/state/process-error.rules.ts';
import { refuse } from '../refusals.ts';

type Facts = Readonly<Record<string, string>>;

const REFUSALS: Readonly<Record<ProcessFault, (facts: Facts, all: string) => Refusal>> = {
  errorEnd: ({ code = '' }) => refuse.errorEnd({ code }),
  noFlow: ({ node, name }, all) => refuse.noFlow({ node: name || node || all }),
  expression: (_, all) => refuse.expression({ what: all }),
  suspended: () => refuse.suspended(),
  taskDone: () => refuse.taskDone({ by: '', at: '' }),
  notFound: () => refuse.noInstance(),
  limit: (_, all) => refuse.limit({ what: all }),
  notHere: () => refuse.notHere(),
  noProcess: ({ key }, all) => refuse.noProcess({ key: key ?? all }),
  noService: ({ name }, all) => refuse.noService({ name: name ?? all }),
  timer: (_, all) => refuse.timer({ what: all }),
};

/** Return the refusal for people that corresponds to a fault of the engine. */
export function refusalOf({ fault, data }: ProcessError): Refusal {
  const facts = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
  return REFUSALS[fault](facts, Object.values(facts).join(' '));
}
