import { Fragment, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Something that is done with a row of settings: who holds the button of its paper may; what came of it is told. */
export interface RowVerb {
  readonly action: string;
  readonly icon: string;
  readonly label: Label;
  /** Why not now. */ readonly off?: Label | false;
  readonly run: () => Promise<Label | null>;
}

/** The verbs of a row, above its fields. A refusal is told by its own words. */
export function RowVerbs({ of, verbs }: { of: AnyPaper; verbs: readonly RowVerb[] }): ReactElement | null {
  const t = useT();
  const may = useMay(of);
  const [busy, setBusy] = useState('');
  const shown = verbs.filter((verb) => may(verb.action));
  const press = async (verb: RowVerb): Promise<void> => {
    setBusy(verb.action);
    try {
      const said = await verb.run();
      if (said) toast.good(t(said));
      refresh(of.name);
    } catch {
      /* The toast has said why. */
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
