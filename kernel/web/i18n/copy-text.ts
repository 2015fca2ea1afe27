import type { Label } from '#kernel/language/label.ts';
import { toast } from '../toast/toasts.ts';
import { words } from './words.ts';

/** Pages without a certificate have no clipboard of their own; there the old way still works. */
function copyByHand(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  document.body.append(box);
  box.select();
  const done = document.execCommand('copy');
  box.remove();
  return done;
}

/** Puts a text into the clipboard and says so, or says what it is good for. */
export async function copyText(text: string, said: Label = [`已复制 ${text}`, `${text} copied`]): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByHand(text),
      )
    : copyByHand(text);
  if (done) toast.good(words(said));
  else toast.bad(words(['浏览器不允许复制', 'The browser does not allow copying']));
}
