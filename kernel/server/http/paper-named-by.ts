import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { http as refuse } from '../refusals.ts';
import type { Actor } from '../session/actor.ts';

/** Return the paper that a call names in its input, with the fields that the caller may see. Refuse an unknown name. */
export function paperNamedBy(name: string, app: App, actor: Actor): AnyPaper {
  const paper = app.papers.get(name);
  if (!paper) throw refuse.missing({ what: 'paper' });
  return visibleTo(actor.person, paper);
}
