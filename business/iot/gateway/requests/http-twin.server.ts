import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Gate } from '../gate.server.ts';
import { type DeviceLogin, readLogin } from '../login.rules.ts';
import { MAX_PAYLOAD } from '../packets/packet-size.rules.ts';
import { type PresentedCertificate, addressOfSocket, certificateOf } from '../peer.server.ts';
import { isPrivate } from '../private-address.rules.ts';
import { readPayload } from './request-body.server.ts';
import { type More, type RequestAnswer, RequestDoor, type RequestDoorOptions, isTail } from './request-door.server.ts';

const PREFIX = '/iot/v1/';

interface TwinOptions extends RequestDoorOptions {
  /** Does the server encrypt? */ readonly isEncrypted: boolean;
}

const answer = (response: ServerResponse, status: number, reason: string, { again = 5, down }: More = {}): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...([429, 503].includes(status) && { 'Retry-After': String(again) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="devices"' }),
  });
  response.end(JSON.stringify({ code: status, reason, ...(down && { down }) }));
};

/** Return user name and password of HTTP Basic authentication; null: malformed. They are the same as for MQTT. */
function basic(header: string | undefined): { user: string; password: string } | null {
  const [, coded] = /^Basic ([A-Za-z\d+/=]{1,1000})$/.exec(header ?? '') ?? [];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const at = text.indexOf(':');
  return at < 0 ? null : { user: text.slice(0, at), password: text.slice(at + 1) };
}

/** Return the login of a request; null: it has none, or it is malformed. */
export function loginOf({ headers, socket }: IncomingMessage): {
  login: DeviceLogin;
  password: string;
  certificate: PresentedCertificate | undefined;
} | null {
  const credentials = basic(headers.authorization);
  const login = credentials && readLogin(null, credentials.user);
  return login ? { login, password: credentials.password, certificate: certificateOf(socket) } : null;
}

/** Serve device messages by HTTP: `POST /iot/v1/{topic after up/}`. */
export function httpTwin(gate: Gate, of: TwinOptions): RequestListener {
  const door = new RequestDoor(gate, of);
  const take = (request: IncomingMessage, tail: string): Promise<RequestAnswer> => {
    const address = addressOfSocket(request.socket);
    return door.take({
      ...(loginOf(request) ?? { login: null, password: '' }),
      ...{ address, tail, isSafe: of.isEncrypted || isPrivate(address) },
      read: () => readPayload(request, MAX_PAYLOAD),
    });
  };
  const work = async (request: IncomingMessage): Promise<RequestAnswer> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/readyz') return door.isFull ? [503, 'full'] : [200, 'ok'];
    const tail = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    return request.method === 'POST' && isTail(tail) ? take(request, tail) : [404, 'noSuchPath'];
  };
  // An exception while serving one request ends only its connection.
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      answer(response, ...(await work(request)));
    } catch (error) {
      if (!request.destroyed || request.complete) of.report(error as Error);
      if (response.headersSent) response.destroy();
      else answer(response, 503, 'later');
    }
  };
  return (request, response) => {
    serve(request, response).catch(() => response.destroy());
  };
}
