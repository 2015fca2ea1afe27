import type { FastifyReply } from 'fastify';
import { type Person, decide } from '#kernel/language/permission.ts';
import type { Change, House } from '../house.ts';
import type { Route } from './route.ts';

interface Listener { readonly person: Person; readonly tenantId: string; send(event: string): void }

/** Tells open browsers what changed: only papers a person may read, never what is in them. */
export class Events {
  readonly #listeners = new Set<Listener>();

  changed(house: Pick<House, 'papers'>, change: Change): void {
    const paper = house.papers.get(change.paper);
    if (!paper) return;
    const text = `data: ${JSON.stringify({ type: 'changed', paper: change.paper, id: change.id, action: change.action, by: change.person })}\n\n`;
    for (const one of this.#listeners) {
      if ((paper.owner === 'platform' || one.tenantId === change.tenantId) && this.#sees(one, paper, change)) one.send(text);
    }
  }

  #sees(one: Listener, paper: Parameters<typeof decide>[1], change: Change): boolean {
    const { allow, where } = decide(one.person, paper, 'view');
    return allow && where.some((term) => term.kind === 'all' || term.kind === 'teams' || term.kind === 'custom'
      || (term.kind === 'own' && change.person === term.person) || (term.kind === 'departments' && change.dept !== null && term.ids.includes(change.dept)));
  }

  /** To one person: the progress of a job, a notice. */
  tell(tenantId: string, personId: string, data: Record<string, unknown>): void {
    for (const one of this.#listeners) if (one.tenantId === tenantId && one.person.id === personId) one.send(`data: ${JSON.stringify(data)}\n\n`);
  }

  listen(reply: FastifyReply, person: Person): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    raw.write(': open\n\n');
    const one: Listener = { person, tenantId: person.tenantId, send: (text) => { raw.write(text); } };
    this.#listeners.add(one);
    // A word now and then keeps proxies from closing a quiet line.
    const beat = setInterval(() => raw.write(': still here\n\n'), 25_000);
    raw.on('close', () => { clearInterval(beat); this.#listeners.delete(one); this.#open.delete(raw); });
    this.#open.add(raw);
  }
  readonly #open = new Set<FastifyReply['raw']>();

  /** Ends all streams, so that the server may stop. */
  close(): void { for (const raw of this.#open) raw.end(); }

  route(): Route {
    return { method: 'GET', path: 'blade-core/events', needs: 'person', summary: ['变更通知流', 'Stream of changes'], raw: true, work: async (call) => { this.listen(call.reply, call.actor.person); return call.reply; } };
  }
}
