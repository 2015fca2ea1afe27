import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum bytes of the path of a socket on every system. */
const LONGEST_PATH = 103;

const fileIn = (data: string, port: number | string): string => join(data, `.s.PGSQL.${port}`);

/**
 * Return the folder of the server's socket: that of its data, closed to other users. A statement by the socket takes
 * two thirds of the CPU of one by a port, on both sides. Empty without such sockets, or where the path of the project
 * is too long.
 */
export const socketFolder = (data: string): string =>
  process.platform !== 'win32' && Buffer.byteLength(fileIn(data, 65_535)) <= LONGEST_PATH ? data : '';

/** Return the address of a database by its socket, where the running server has one; else by its port. */
export function bySocket(url: string, data: string, port: number): string {
  if (!socketFolder(data) || !existsSync(fileIn(data, port))) return url;
  const address = new URL(url);
  address.searchParams.set('host', data);
  return address.href;
}
