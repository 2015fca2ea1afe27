import { flag } from '#kernel/fields/flag/flag.ts';

/** Whether the customer accepts no other time than the wanted one. The repair form has it, and its order copies it. */
export const wishFirm = flag(['必须按时', 'Must be on time'], {
  list: true,
  filter: 'exact',
  initial: false,
});
