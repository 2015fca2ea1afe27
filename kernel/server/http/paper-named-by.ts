import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { http as refuse } from '../refusals.ts';
import type { Actor } from '../session/actor.ts';

/** The paper that a common call is about, as its caller may read it; an unknown name is refused. */
export function paperNamedBy(name: string, app: App, actor: Actor): AnyPaper {
  const paper = app.papers.get(name);
  if (!paper) throw refuse.missing({ what: 'paper' });
  return visibleTo(actor.person, paper);
}
