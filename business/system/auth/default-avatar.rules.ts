import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';

const DRAWN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#d7e3f4"/><circle cx="32" cy="25" r="11" fill="#5b7fb5"/><path d="M10 55a22 18 0 0 1 44 0 32 32 0 0 1-44 0z" fill="#5b7fb5"/></svg>';

/** The picture of a person without one. It is part of the answer, so it needs no address that a proxy must know. */
export const DEFAULT_AVATAR = `data:image/svg+xml,${encodeURIComponent(DRAWN)}`;

/** Return the picture for a client: published ones show a blank without one, our own draws initials. */
export const avatarFor = (client: FamilyClient | undefined, avatar: string): string =>
  avatar || client === undefined ? avatar : DEFAULT_AVATAR;
