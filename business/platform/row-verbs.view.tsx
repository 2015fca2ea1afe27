import { Fragment, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/**
 * An action on a row of settings, shown to holders of its button. `run` returns the text of the success message, or
 * null.
 */
export interface RowVerb {
  readonly action: string;
  readonly icon: string;
  readonly label: Label;
  /** The reason why the button is disabled; false or undefined if it is not. */ readonly off?: Label | false;
  readonly run: () => Promise<Label | null>;
}

/** Buttons of actions on a row, above its fields. */
export function RowVerbs({ of, verbs }: { of: AnyPaper; verbs: readonly RowVerb[] }): ReactElement | null {
  const t = useT();
  const may = useMay(of);
  const [busy, setBusy] = useState('');
  const shown = verbs.filter((verb) => may(verb.action));
  const press = async (verb: RowVerb): Promise<void> => {
    setBusy(verb.action);
    try {
      const message = await verb.run();
      if (message) toast.good(t(message));
      refresh(of.name);
    } catch {
      /* Nothing to do: a toast shows the cause of the failed call. */
    } finally {
      setBusy('');
    }
  };
  if (shown.length === 0) return null;
  return (
    <div className="detail-own">
      <p className="row-verbs">
        {shown.map((verb) => {
          const Icon = iconOf(verb.icon);
          return (
            <Fragment key={verb.action}>
              <button
                type="button"
                className="button"
                disabled={busy !== '' || Boolean(verb.off)}
                title={verb.off ? t(verb.off) : undefined}
                onClick={() => void press(verb)}
              >
                <Icon size={15} aria-hidden /> {t(verb.label)}
              </button>{' '}
            </Fragment>
          );
        })}
      </p>
    </div>
  );
}
