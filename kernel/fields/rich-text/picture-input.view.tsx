import { type Editor, Node } from '@tiptap/react';
import type { EditorView } from '@tiptap/pm/view';
import { uploadFile } from '#kernel/web/http/files.ts';
import { firstPictureOf } from './rich-text.ts';

/** A picture between the lines; only one of the product's own is taken from what is pasted. */
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

/** Keeps pictures and puts them where the cursor stands; what the server says of one it does not take is told by the call itself. */
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
    // Refused or cut off: the person was told, and what came before stays.
  } finally {
    busy(false);
  }
}

/** Pasted or dropped pictures are kept like chosen ones; anything else goes its usual way. */
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
