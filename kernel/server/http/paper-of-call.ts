import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { http as refuse } from '../refusals.ts';
import type { RouteCall } from './route.ts';

/** The paper that a common call is about, as its caller may read it. */
export function paperOfCall(call: RouteCall): AnyPaper {
  const name = String(call.query.paper ?? call.body.paper ?? '');
  const paper = call.app.papers.get(name);
  if (!paper) throw refuse.missing({ what: 'paper' });
  return visibleTo(call.actor.person, paper);
}
