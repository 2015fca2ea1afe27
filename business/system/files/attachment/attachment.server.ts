import { attachmentOf } from '#kernel/fields/file/file.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import { files as refuse } from '#kernel/server/refusals.ts';
import { attachment } from './attachment.paper.ts';

export default behaviour(attachment, {
  // The link is made for its reader: a file field that points at the attachment itself.
  computed: { link: 't.id' },
  /** A row without a file would be a link to nothing. */
  async saving(_context, { before }) { if (!before) throw refuse.uploadFirst(); },
  calls: [{
    method: 'POST', path: 'submit', needs: 'edit', summary: ['附件:修改名称', 'Attachment: change its name'],
    /** Old clients upload first and then send the link they got: it is the row that is there already. */
    async write({ body }, context) {
      const id = String(body.id ?? '') || attachmentOf(String(body.link ?? '')) || String(body.attachId ?? '');
      if (!/^\d{1,18}$/.test(id)) throw refuse.uploadFirst();
      const row = await context.get(attachment, id);
      const name = String(body.originalName ?? '').trim().slice(0, 255);
      if (name && name !== row.originalName) await context.change(attachment, id, { originalName: name });
      return { id };
    },
  }],
});
