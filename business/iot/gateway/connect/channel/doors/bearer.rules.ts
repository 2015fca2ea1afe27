import type { IncomingMessage } from 'node:http';

/** Return the token of the header `Authorization: Bearer …`; empty: none. */
export const bearerOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  /^Bearer +(\S{1,400})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
