import { type Editor, Node } from '@tiptap/react';
import type { EditorView } from '@tiptap/pm/view';
import { uploadFile } from '#kernel/web/http/files.ts';
import { firstPictureOf } from './rich-text.ts';

/** A picture in the editor. Pasted HTML may contain only pictures that are stored in the product. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (firstPictureOf(element.getAttribute('src') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

const picturesOf = (files: FileList | null | undefined): File[] =>
  [...(files ?? [])].filter((file) => /^image\/(?:jpeg|png|webp|gif)$/.test(file.type));

/** Upload pictures and insert them at the cursor. A refusal is shown by the upload call itself. */
export async function putPictures(editor: Editor, files: readonly File[], busy: (on: boolean) => void): Promise<void> {
  busy(true);
  try {
    for (const file of files) {
      const { link, originalName } = await uploadFile(file);
      editor
        .chain()
        .focus()
        .insertContent({ type: 'picture', attrs: { src: link, alt: originalName.replace(/\.\w+$/, '') } })
        .run();
    }
  } catch {
    // After a refused or interrupted upload, which has shown a message, the earlier pictures remain.
  } finally {
    busy(false);
  }
}

/** Upload pasted or dropped pictures like chosen ones; leave anything else to the editor. */
export const takesPictures = (put: (files: readonly File[]) => void) => {
  const take = (files: FileList | null | undefined, event: Event): boolean => {
    const found = picturesOf(files);
    if (!found.length) return false;
    event.preventDefault();
    put(found);
    return true;
  };
  return {
    handlePaste: (_view: EditorView, event: ClipboardEvent) => take(event.clipboardData?.files, event),
    handleDrop: (_view: EditorView, event: DragEvent) => take(event.dataTransfer?.files, event),
  };
};
