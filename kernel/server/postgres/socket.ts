import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Every system takes the path of a socket of so many bytes. */
const LONGEST_PATH = 103;

const fileIn = (data: string, port: number | string): string => join(data, `.s.PGSQL.${port}`);

/**
 * Where the server listens beside its port: in the folder of its data, which nobody else may enter. A statement over it takes two thirds
 * of the CPU that it takes over a port, on both sides. Empty where there are no such sockets or the path of the project is too long.
 */
export const socketFolder = (data: string): string =>
  process.platform !== 'win32' && Buffer.byteLength(fileIn(data, 65_535)) <= LONGEST_PATH ? data : '';

/** The address of a database by the socket, where the server that runs has one; else by its port. */
export function bySocket(url: string, data: string, port: number): string {
  if (!socketFolder(data) || !existsSync(fileIn(data, port))) return url;
  const address = new URL(url);
  address.searchParams.set('host', data);
  return address.href;
}
