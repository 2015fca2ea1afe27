import type { Label } from '#kernel/language/label.ts';
import type { Ingest } from '../../../../ingest/ingest.server.ts';
import type { ConnectionStates } from '../connection-states.server.ts';
import type { FrameDoor } from '../frames/frame-door.server.ts';
import { isAllowedFrom } from '../networks/allowed-networks.server.ts';
import type { FrameRoute } from '../route.server.ts';
import { type FaultWord, connectionFaults } from '../sockets/fault-words.rules.ts';
import type { SocketLimits } from '../sockets/serve-socket.server.ts';
import { isAccessSecret } from './access-secret.server.ts';
import { DOORS } from './door-kinds.rules.ts';

export interface DoorsOptions {
  readonly door: FrameDoor;
  readonly ingest: Pick<Ingest, 'isFull' | 'whenRelieved'>;
  readonly states: ConnectionStates;
  readonly limits: SocketLimits;
  /** Has the product this listener for devices? */ readonly hasListener: (kind: 'mqtt' | 'http') => boolean;
  readonly report: (error: Error) => void;
}

/** Which configuration a sender names, and the secret by which it proves that it may. */
export interface AccessAttempt {
  readonly type: 'mqtt_broker' | 'http' | 'websocket';
  /** Id of the configuration, or its account. */ readonly name: string;
  readonly secret: string;
  readonly address: string;
}

/** An open session. `end` closes it: it may no longer send, or the product stops. */
interface Session {
  end(why: 'notAllowed' | 'stopping'): void;
}

const nameOf = ({ type, configId, access }: FrameRoute): string =>
  `${type} ${type === 'mqtt_broker' ? (access.account ?? '') : configId}`;

const proofOf = (route: FrameRoute): string => JSON.stringify([nameOf(route), route.access]);

/** Return why nobody can send frames by a configuration; null: it is complete. */
function missingOf({ type, access }: FrameRoute, hasListener: DoorsOptions['hasListener']): Label | null {
  if (!hasListener(DOORS[type])) return ['平台没有打开这种设备端口', 'The product has no such port for devices open'];
  if (access.hash === null) return ['还没有访问密钥', 'It has no access secret yet'];
  if (type === 'mqtt_broker' && (access.account === null || access.topicFilter === null))
    return ['还没有账号或主题过滤', 'It has no account or topic filter yet'];
  return null;
}

/** Configurations whose devices use the ports of the product: who may enter, and the sessions that are open. */
export class FrameDoors {
  readonly of: DoorsOptions;
  readonly #routes = new Map<string, FrameRoute>();
  readonly #sessions = new Map<string, Set<Session>>();

  constructor(of: DoorsOptions) {
    this.of = of;
  }

  /** Use these configurations. Sessions of others end, and those whose account, secret or filter changed. */
  follow(routes: readonly FrameRoute[]): void {
    const before = new Map([...this.#routes.values()].map((route) => [route.connectionId, proofOf(route)]));
    this.#routes.clear();
    for (const route of routes) {
      const missing = missingOf(route, this.of.hasListener);
      if (missing) this.of.states.set(route, 'error', missing);
      else {
        this.#routes.set(nameOf(route), route);
        this.of.states.set(route, 'running');
      }
    }
    const now = new Map([...this.#routes.values()].map((route) => [route.connectionId, proofOf(route)]));
    for (const [connectionId, proof] of before)
      if (now.get(connectionId) !== proof) this.#endAll(connectionId, 'notAllowed');
  }

  #endAll(connectionId: string, why: 'notAllowed' | 'stopping'): void {
    const sessions = [...(this.#sessions.get(connectionId) ?? [])];
    this.#sessions.delete(connectionId);
    for (const one of sessions) one.end(why);
  }

  /**
   * Return the configuration that a sender may use. `unknown`: there is none of this name with this secret; `away`: its
   * address is not among the allowed networks.
   */
  enter({ type, name, secret, address }: AccessAttempt): FrameRoute | 'unknown' | 'away' {
    const route = this.#routes.get(`${type} ${name}`);
    const isRight = isAccessSecret(route?.access.hash, secret);
    if (!route) return 'unknown';
    if (!isRight) {
      this.note(route, 'access', address);
      return 'unknown';
    }
    if (isAllowedFrom(route.allowFrom, address)) return route;
    this.note(route, 'away', address);
    return 'away';
  }

  /** Return the present configuration of a connection for an address; undefined: it may send nothing any more. */
  routeFor({ type, name, address }: Omit<AccessAttempt, 'secret'>): FrameRoute | undefined {
    const route = this.#routes.get(`${type} ${name}`);
    return route && isAllowedFrom(route.allowFrom, address) ? route : undefined;
  }

  /** Remember a session, so that it ends with its configuration or secret. False: there are too many. */
  join(route: FrameRoute, session: Session): boolean {
    const sessions = this.#sessions.get(route.connectionId) ?? new Set();
    if (sessions.size >= this.of.limits.sockets) {
      this.note(route, 'crowded', '');
      return false;
    }
    this.#sessions.set(route.connectionId, sessions.add(session));
    return true;
  }

  leave({ connectionId }: Pick<FrameRoute, 'connectionId'>, session: Session): void {
    const sessions = this.#sessions.get(connectionId);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(connectionId);
  }

  note(route: FrameRoute, why: FaultWord, about: string): void {
    this.of.states.note(route, connectionFaults[why], about);
  }

  /** Note a frame that is discarded unread, as a bad one. */
  discarded(route: FrameRoute, why: FaultWord, address: string): void {
    this.of.states.counts(route).badFrames += 1;
    this.note(route, why, address);
  }

  get sessions(): number {
    return [...this.#sessions.values()].reduce((sum, { size }) => sum + size, 0);
  }

  stop(): void {
    for (const connectionId of this.#sessions.keys()) this.#endAll(connectionId, 'stopping');
    this.#routes.clear();
  }
}
