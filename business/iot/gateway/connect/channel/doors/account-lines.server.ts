import type {
  AccountLogin,
  DeviceIdentity,
  DeviceLine,
  DeviceMessage,
  LoginRefusal,
  MessageDone,
} from '../../../gate.server.ts';
import { cleanText, cutText } from '../../../../ingest/clean-text.rules.ts';
import { MAX_FRAME } from '../../codec/binary.rules.ts';
import type { FrameSource } from '../frames/frame-door.server.ts';
import type { FrameRoute } from '../route.server.ts';
import type { FrameDoors } from './frame-doors.server.ts';

/** A client of an account. Its line is known once it is open. */
interface Session {
  readonly clientId: string;
  readonly account: string;
  readonly route: FrameRoute;
  readonly source: FrameSource;
  line?: DeviceLine;
  end(why: 'notAllowed' | 'stopping'): void;
}

const MAX_TOPIC = 80;

/** Serves the MQTT clients of accounts: what they publish are frames of the devices that the frames name. */
export class AccountLines {
  readonly #doors: FrameDoors;
  readonly #sessions = new WeakMap<DeviceIdentity, Session>();
  /** Open sessions by account and client id. */ readonly #byClient = new Map<string, Session>();
  #next = 1;

  constructor(doors: FrameDoors) {
    this.#doors = doors;
  }

  login({ clientId, account, secret, address }: AccountLogin): DeviceIdentity | LoginRefusal {
    const route = this.#doors.enter({ type: 'mqtt_broker', name: account, secret, address });
    if (route === 'unknown') return 'unknown';
    if (route === 'away') return 'disabled';
    const topicFilter = route.access.topicFilter ?? '';
    const identity: DeviceIdentity = {
      deviceId: `account ${route.connectionId}`,
      tenantId: route.tenantId,
      modelCode: '',
      deviceKey: account,
      account: { connectionId: route.connectionId, topicFilter },
    };
    const session: Session = {
      clientId: clientId || `client ${(this.#next += 1)}`,
      account,
      route,
      source: { address, write: null, waiting: () => undefined },
      end: (why) => session.line?.end(why),
    };
    this.#sessions.set(identity, session);
    return identity;
  }

  /** A client is connected. An older connection with the same client id is closed (3.1.1 §3.1.4). */
  opened(identity: DeviceIdentity, line: DeviceLine): void {
    const session = this.#sessions.get(identity);
    if (!session || !this.#doors.join(session.route, session)) {
      line.end('notAllowed');
      return;
    }
    const name = `${session.account} ${session.clientId}`;
    const older = this.#byClient.get(name);
    this.#byClient.set(name, session);
    session.line = line;
    older?.line?.end('takenOver');
  }

  closed(identity: DeviceIdentity): void {
    const session = this.#sessions.get(identity);
    if (!session) return;
    this.#sessions.delete(identity);
    const name = `${session.account} ${session.clientId}`;
    if (this.#byClient.get(name) === session) this.#byClient.delete(name);
    this.#doors.leave(session.route, session);
    this.#doors.of.door.closed(session.source);
  }

  #routeOf({ account, source }: Session): FrameRoute | undefined {
    return this.#doors.routeFor({ type: 'mqtt_broker', name: account, address: source.address });
  }

  message(identity: DeviceIdentity, { tail: topic, payload }: DeviceMessage, done: MessageDone): void {
    const session = this.#sessions.get(identity);
    const route = session && this.#routeOf(session);
    if (!session || !route) {
      session?.end('notAllowed');
      done(false);
      return;
    }
    if (payload.length > MAX_FRAME) {
      this.#doors.discarded(route, 'large', session.source.address);
      done(true, 'large');
      return;
    }
    const { door } = this.#doors.of;
    const origin = { ip: session.source.address, topic, clientId: session.clientId, username: session.account };
    door.take(door.judge([route], payload, origin), payload, session.source, { answer: () => undefined, done });
  }

  trespassed(identity: DeviceIdentity, { topic, address }: { readonly topic: string; readonly address: string }): void {
    const session = this.#sessions.get(identity);
    if (session)
      this.#doors.note(
        session.route,
        'topic',
        `${cutText(cleanText(topic), MAX_TOPIC).replaceAll(/\p{Cc}/gu, '\uFFFD')} ${address}`,
      );
  }

  discarded(identity: DeviceIdentity, reason: 'rate' | 'large'): void {
    const session = this.#sessions.get(identity);
    if (session) this.#doors.discarded(session.route, reason === 'rate' ? 'fast' : 'large', session.source.address);
  }
}
