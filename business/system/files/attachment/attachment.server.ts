import { behaviour } from '#kernel/server';
import { attachment } from './attachment.paper.ts';

export default behaviour(attachment, {
  // `link` is a file field that holds the attachment's own id, so each reader gets a download link of their own.
  computed: { link: 't.id' },
});
