import type { Rights } from '#kernel/language/paper.ts';

/** Rights on configurations of connections: engineers and the platform's administrator write. */
export const connectRights: Rights = {
  read: ['admin', 'as_iot', 'as_manager', 'as_admin'],
  write: ['admin', 'as_iot'],
  remove: ['admin', 'as_iot'],
  export: ['admin', 'as_iot'],
  import: ['admin', 'as_iot'],
};
