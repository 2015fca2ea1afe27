import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, asString } from '../faces.view.tsx';
import { PictureNode, putPictures, takesPictures } from './picture-input.view.tsx';
import { isWebAddress } from '../web-address/web-address.ts';

type Icon = typeof Bold;
interface Tool {
  readonly label: Label;
  readonly Icon: Icon;
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  {
    label: ['标题', 'Heading'],
    Icon: Heading2,
    isOn: (editor) => editor.isActive('heading'),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: ['加粗', 'Bold'],
    Icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: ['斜体', 'Italic'],
    Icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: ['下划线', 'Underline'],
    Icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: ['删除线', 'Struck through'],
    Icon: Strikethrough,
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    label: ['列表', 'List'],
    Icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: ['编号列表', 'Numbered list'],
    Icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: ['引用', 'Quotation'],
    Icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { label: ['撤销', 'Undo'], Icon: Undo2, run: (editor) => editor.chain().focus().undo().run() },
  { label: ['重做', 'Redo'], Icon: Redo2, run: (editor) => editor.chain().focus().redo().run() },
];

/** A line below the toolbar with the input for the address of a link. */
function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactElement {
  const t = useT();
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''));
  const isRight = isWebAddress(address) || /^mailto:.+@.+/.test(address);
  const set = (): void => {
    if (address === '') editor.chain().focus().unsetLink().run();
    else if (isRight) editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run();
    if (address === '' || isRight) onClose();
  };
  return (
    <span className="rich-tools">
      <input
        className="plain-input"
        autoFocus
        aria-label={t(['链接地址', 'Address of the link'])}
        placeholder="https://"
        value={address}
        aria-invalid={address !== '' && !isRight}
        onChange={(event) => setAddress(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            set();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <button type="button" className="button" onClick={set}>
        {t(['确定', 'OK'])}
      </button>
    </span>
  );
}

function Tools({
  editor,
  disabled,
  busy,
  put,
}: {
  editor: Editor;
  disabled: boolean;
  busy: boolean;
  put: (files: readonly File[]) => void;
}): ReactElement {
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map((tool) => tool.isOn?.(now) ?? false).concat(now.isActive('link')),
  });
  return (
    <>
      <div className="rich-tools" role="toolbar" aria-label={t(['文字格式', 'Text format'])}>
        {tools.map(({ label, Icon, isOn, run }, at) => (
          <button
            key={label[1]}
            type="button"
            className="icon-button small"
            disabled={disabled}
            aria-label={t(label)}
            title={t(label)}
            aria-pressed={isOn ? on[at] : undefined}
            onClick={() => run(editor)}
          >
            <Icon size={15} aria-hidden />
          </button>
        ))}
        <button
          type="button"
          className="icon-button small"
          disabled={disabled}
          aria-label={t(['链接', 'Link'])}
          title={t(['链接', 'Link'])}
          aria-pressed={on.at(-1)}
          onClick={() => setLinking(!linking)}
        >
          <Link2 size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button small"
          disabled={disabled || busy}
          aria-busy={busy}
          aria-label={t(['插入图片', 'Insert a picture'])}
          title={t(['插入图片，也可直接粘贴或拖入', 'Insert a picture; pasting and dropping work too'])}
          onClick={() => chooser.current?.click()}
        >
          <Image size={15} aria-hidden />
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(event) => {
            put([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        {busy && (
          <span className="quiet" role="status">
            {t(['正在上传…', 'Uploading…'])}
          </span>
        )}
      </div>
      {linking && <LinkLine editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

/** The editor of rich text, which looks as readers will see the text. */
export default function RichEditor(face: InputFace): ReactElement | null {
  const t = useT();
  const { id, value, disabled = false, invalid, describedBy, field } = face;
  const [busy, setBusy] = useState(false);
  const current = useRef<Editor | null>(null);
  const put = (files: readonly File[]): void => {
    if (current.current) void putPictures(current.current, files, setBusy);
  };
  const editor = useEditor(
    {
      extensions: [
        StarterKit.configure({ link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] } }),
        PictureNode,
      ],
      content: asString(value),
      editable: !disabled,
      injectCSS: false,
      editorProps: {
        ...takesPictures(put),
        attributes: {
          id,
          class: 'tiptap rich-text',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t(field.label),
        },
      },
      onUpdate: ({ editor: now }) => face.onChange(now.isEmpty ? '' : now.getHTML()),
      onBlur: () => face.onBlur?.(),
    },
    [],
  );
  current.current = editor;
  // Follow changes of the value from outside the editor: a restored draft, a merge, or a reset of the form.
  useEffect(() => {
    if (editor && asString(value) !== (editor.isEmpty ? '' : editor.getHTML()) && !editor.isFocused)
      editor.commands.setContent(asString(value), { emitUpdate: false });
  }, [value]);
  if (!editor) return null;
  return (
    <div className="rich-editor" data-invalid={invalid} aria-describedby={describedBy}>
      <Tools editor={editor} disabled={disabled} busy={busy} put={put} />
      <EditorContent editor={editor} />
    </div>
  );
}
