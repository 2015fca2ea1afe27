import type { Label } from '#kernel/language/label.ts';
import { toast } from '../toast/toasts.ts';
import { words } from './words.ts';

/** Copy a text by a selection. Used where the browser has no clipboard interface, as on pages without HTTPS. */
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

/** Copy a text to the clipboard, and confirm it by a message. */
export async function copyText(text: string, message: Label = [`已复制 ${text}`, `${text} copied`]): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByHand(text),
      )
    : copyByHand(text);
  if (done) toast.good(words(message));
  else toast.bad(words(['浏览器不允许复制', 'The browser does not allow copying']));
}
