import { behaviour } from '#kernel/server';
import { attachment } from './attachment.paper.ts';

export default behaviour(attachment, {
  // The link is made for its reader: a file field that points at the attachment itself.
  computed: { link: 't.id' },
});
