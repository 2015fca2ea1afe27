import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import type { Asking } from '../behaviour.ts';
import type { House } from '../house.ts';
import { http as refuse } from '../refusals.ts';
import { once } from '../rows/batch.ts';
import { readingOf } from '../rows/reading.ts';
import type { Call, Route } from './route.ts';

/** The calls a paper has beyond the standard ones, with the same checks, transaction and repeat rule. */
export function ownCalls(house: House, paper: AnyPaper): Route[] {
  return (house.behaviours.get(paper.name)?.calls ?? []).map((own): Route => ({
    method: own.method, path: own.path.startsWith('blade-') ? own.path : `${paper.path}/${own.path}`, needs: own.needs, summary: own.summary, paper, query: own.query,
    work: async (call: Call) => {
      if (own.needs !== 'person' && !decide(call.actor.person, paper, own.needs).allow) throw refuse.forbidden();
      const asking: Asking = { query: call.query, params: call.params, body: call.body };
      if (own.read) return readingOf(call, (tx) => own.read!(asking, tx));
      return once(call, '', (tx) => own.write!(asking, tx));
    },
  }));
}
