import type { FastifyRequest } from 'fastify';
import type { Language } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Tenancy } from '../database/database.ts';
import type { App } from '../app.ts';
import { http as refuse } from '../refusals.ts';
import { type ActingAs, GUEST, type StoredSession, type Sessions } from '../session/session.ts';
import type { Actor } from '../session/actor.ts';
import type { RouteFacts } from './route.ts';

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Our own client names its language with every call; published clients do not. */
export const isOwnClient = (request: FastifyRequest): boolean => header(request, 'anju-lang') !== '';

/** Return the language of a call: English where our own client names it. Old clients name none and get Chinese. */
export const languageOf = (request: FastifyRequest): Language =>
  header(request, 'anju-lang') === 'en' || (request.query as Record<string, string> | null)?.lang === 'en'
    ? 'en'
    : 'zh';

const bearer = (text: string): string | undefined => /^bearer\s+(\S+)$/i.exec(text.trim())?.[1];

/** Return the token of the header. Only downloads of old clients may carry it in the address. */
function tokenOf(request: FastifyRequest, route: RouteFacts): string | undefined {
  const inHeader = bearer(header(request, 'blade-auth'));
  if (inHeader || !route.download || request.method !== 'GET') return inHeader;
  const query = request.query as Record<string, string>;
  const inAddress = query['blade-auth'] ?? query['Blade-Auth'];
  return inAddress ? (bearer(inAddress) ?? inAddress) : undefined;
}

/** Does a request carry a token, whether it is still valid or not? */
export const bringsToken = (request: FastifyRequest, route: RouteFacts): boolean =>
  header(request, 'blade-auth') !== '' || tokenOf(request, route) !== undefined;

async function sessionOf(
  sessions: Sessions,
  request: FastifyRequest,
  route: RouteFacts,
): Promise<{ session: StoredSession; language?: string } | null> {
  const ticket = route.download ? (request.query as Record<string, string>).ticket : undefined;
  if (ticket) return await sessions.redeem(ticket, request.url.split('?')[0]);
  const token = tokenOf(request, route);
  if (!token) throw refuse.notLoggedIn();
  const session = await sessions.find(token);
  return session && { session };
}

/** A caller without an account: no roles, no rows. */
const guest = ({ tenantId }: StoredSession): Person => ({
  id: GUEST,
  tenantId,
  account: '',
  name: '',
  departments: [],
  below: [],
  teams: [],
  roles: [],
  platform: false,
});

/**
 * Return the person with only the role or department in which the session works, if one is chosen. Rights of the
 * person's other roles and departments do not apply meanwhile.
 */
async function narrowed(app: App, person: Person, { role, dept }: ActingAs): Promise<Person> {
  if (!role && !dept) return person;
  const roles = role ? person.roles.filter((one) => one.id === role) : person.roles;
  const departments = dept ? person.departments.filter((one) => one === dept) : person.departments;
  const below = dept
    ? await Promise.all(departments.map((one) => app.ports.departmentsBelow(person.tenantId, one))).then((found) =>
        found.flat(),
      )
    : person.below;
  return {
    ...person,
    roles,
    departments,
    below,
    platform: person.platform && roles.some((one) => one.alias === 'administrator'),
  };
}

/**
 * Refuse while the session has first steps to do: choose a password, set up a second factor. The refusal names the next
 * one.
 */
export function assertFirstDone({ first }: StoredSession): void {
  if (first.length) throw first[0] === 'password' ? refuse.passwordFirst() : refuse.enrollFirst();
}

async function personOf(app: App, tenancy: Tenancy, session: StoredSession, route: RouteFacts): Promise<Person | null> {
  if (session.userId === GUEST) {
    if (route.needs !== 'guest') throw refuse.notRegistered();
    return guest(session);
  }
  if (!route.atFirst) assertFirstDone(session);
  const person = await app.ports.person(tenancy, session.viewAs ?? session.userId);
  return person && (session.viewAs ? person : narrowed(app, person, session.acting));
}

/**
 * Return the caller. Every unknown caller is refused with 401, before the answer reveals anything about the row or the
 * path.
 */
export async function authenticate(
  app: App,
  sessions: Sessions,
  request: FastifyRequest,
  route: RouteFacts,
): Promise<{ actor: Actor; session: StoredSession; sessionId: string }> {
  const found = await sessionOf(sessions, request, route);
  if (!found) throw refuse.sessionEnded();
  app.ports.at(found.session.tenantId, found.session.rights);
  const tenancy = await app.ports.tenancy(found.session.tenantId);
  const person = tenancy && (await personOf(app, tenancy, found.session, route));
  if (!tenancy || !person) throw refuse.sessionEnded();
  const language = found.language === 'en' ? 'en' : languageOf(request);
  const still = found.session.viewAs ? 'viewAs' : tenancy.expired && 'expired';
  return {
    actor: {
      tenancy,
      person,
      language,
      origin: { requestId: request.id, ip: request.ip, channel: 'admin', client: found.session.client },
      ...(still && { readOnlyReason: still }),
    },
    session: found.session,
    sessionId: found.session.id,
  };
}
