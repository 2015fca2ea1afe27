// Import this into a measured server: on request it sends the size of the retained memory to its parent process.
import { retainedMegabytes } from '#kernel/testing/setup/retained-memory.ts';

process.on('message', (message: { readonly asksMemory?: true }) => {
  if (message.asksMemory) process.send?.({ retained: retainedMegabytes() });
});
