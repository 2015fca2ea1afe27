import type { AnyPaper } from '#kernel/language/paper.ts';
import { seenBy } from '#kernel/language/permission.ts';
import { http as refuse } from '../refusals.ts';
import type { Call } from './route.ts';

/** The paper that a common call is about, as its caller may read it. */
export function paperOf(call: Call): AnyPaper {
  const name = String(call.query.paper ?? call.body.paper ?? '');
  const paper = call.house.papers.get(name);
  if (!paper) throw refuse.missing({ what: 'paper' });
  return seenBy(call.actor.person, paper);
}
