import type { Label } from '#kernel/language/label.ts';

/** Why a host is not dialled: the installation does not name it. */
export const outsideWords = (host: string, port: number): Label => [
  `${host}:${port} 不在 OUTBOUND_HOSTS 内`,
  `${host}:${port} is not among OUTBOUND_HOSTS`,
];
