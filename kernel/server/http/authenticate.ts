import type { FastifyRequest } from 'fastify';
import type { Language } from '#kernel/language/label.ts';
import type { House } from '../house.ts';
import { http as refuse } from '../refusals.ts';
import type { Session, Sessions } from '../session/session.ts';
import type { Actor } from '../write/transaction.ts';
import type { RouteFacts } from './route.ts';

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** English when the own client says so; old clients do not, and read Chinese. */
export const languageOf = (request: FastifyRequest): Language => (header(request, 'anju-lang') === 'en' || (request.query as Record<string, string> | null)?.lang === 'en' ? 'en' : 'zh');

const bearer = (text: string): string | undefined => /^bearer\s+(\S+)$/i.exec(text.trim())?.[1];

/** The token stands in the header; only downloads of old clients may carry it in the address. */
function tokenOf(request: FastifyRequest, route: RouteFacts): string | undefined {
  const given = bearer(header(request, 'blade-auth'));
  if (given || !route.download || request.method !== 'GET') return given;
  const query = request.query as Record<string, string>;
  const inAddress = query['blade-auth'] ?? query['Blade-Auth'];
  return inAddress ? bearer(inAddress) ?? inAddress : undefined;
}

async function sessionOf(sessions: Sessions, request: FastifyRequest, route: RouteFacts): Promise<{ session: Session; language?: string } | null> {
  const ticket = route.download ? (request.query as Record<string, string>).ticket : undefined;
  if (ticket) return await sessions.redeem(ticket, request.url.split('?')[0]);
  const token = tokenOf(request, route);
  if (!token) throw refuse.notLoggedIn();
  const session = await sessions.find(token);
  return session && { session };
}

/** Who calls. Every refusal of an unknown caller is 401, before anything about the row or the path is said. */
export async function authenticate(house: House, sessions: Sessions, request: FastifyRequest, route: RouteFacts): Promise<{ actor: Actor; sessionId: string }> {
  const found = await sessionOf(sessions, request, route);
  if (!found) throw refuse.sessionEnded();
  const tenancy = await house.ports.tenancy(found.session.tenantId);
  const person = tenancy && await house.ports.person(tenancy, found.session.userId);
  if (!tenancy || !person) throw refuse.sessionEnded();
  const language = found.language === 'en' ? 'en' : languageOf(request);
  return { actor: { tenancy, person, language, origin: { requestId: request.id, ip: request.ip, channel: 'admin' } }, sessionId: found.session.id };
}
