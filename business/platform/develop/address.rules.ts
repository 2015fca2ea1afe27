/** Where a PostgreSQL stands. */
export interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** Reads `jdbc:postgresql://host:port/database` and `postgres://…`; null for any other database, and for an address that carries a login of its own. */
export function databasePlaceOf(url: string): DatabasePlace | null {
  const plain = url.trim().replace(/^jdbc:/i, '');
  if (!/^postgres(?:ql)?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { hostname, port, pathname, username, password } = new URL(plain);
  const database = decodeURIComponent(pathname.slice(1));
  return hostname && !username && !password && /^[\w.-]{1,63}$/.test(database)
    ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432), database }
    : null;
}

/** Is it one of the hosts that whoever runs the server allows? `host` allows its every port, `host:port` that one. */
export const isAllowed = (allowed: readonly string[], host: string, port: number): boolean =>
  allowed.some(
    (one) => one.toLowerCase() === host.toLowerCase() || one.toLowerCase() === `${host.toLowerCase()}:${port}`,
  );
