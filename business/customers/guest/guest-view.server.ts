import { createHash } from 'node:crypto';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type GuestSight, type Html, html } from '#kernel/server';
import type { CustomerAnswer, PageChoice } from './guest-words.rules.ts';

/** Parts that the pages for customers share: forms with choices, and answers that are stored. */
export class GuestView<P extends { readonly servicePhone: string }> {
  protected readonly page: P;
  protected readonly sight: GuestSight;
  constructor(page: P, sight: GuestSight) {
    this.page = page;
    this.sight = sight;
  }

  /** Return a text in the language of the page. */
  protected t(label: Label): string {
    return labelIn(label, this.sight.language);
  }

  /** Return a form of a verb. */
  protected form(verb: string, fields: Readonly<Record<string, string>>, content: Html): Html {
    return html`<form method="post" action="${this.sight.actionOf(verb)}">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${content}
    </form>`;
  }

  /** Return a form that is folded behind its title, so that one question is open at a time. */
  protected folded(title: Label, form: Html): Html {
    return html`<details name="question">
      <summary class="button">${this.t(title)}</summary>
      ${form}
    </details>`;
  }

  /** Return a question with one answer of several. */
  protected choices(name: string, title: Label, choices: readonly PageChoice[]): Html {
    return html`<fieldset>
      <legend>${this.t(title)}</legend>
      <div class="choices">
        ${choices.map(
          ({ key, label }) =>
            html`<label><input type="radio" name="${name}" value="${key}" required />${this.t(label)}</label>`,
        )}
      </div>
    </fieldset>`;
  }

  /** Return the answers of the customer that are stored. */
  protected answered(answers: readonly CustomerAnswer[]): Html | false {
    return (
      answers.length > 0 &&
      html`<section>
        ${answers.map(
          ({ words, at }) =>
            html`<p class="band" role="status">${this.t(words)} <span class="soft">${this.t(at)}</span></p>`,
        )}
      </section>`
    );
  }

  /** Return the way to a person: the service phone of the company; false without one. */
  protected phone(): Html | false {
    const { servicePhone } = this.page;
    return (
      servicePhone !== '' &&
      html`<a class="button" href="tel:${servicePhone}">${this.t(['打电话给客服', 'Call us'])}</a>`
    );
  }
}

/** Return the mark of a page: it differs whenever the page differs. */
export const guestMark = (page: object, { language }: GuestSight): string =>
  createHash('sha256')
    .update(JSON.stringify([page, language]))
    .digest('hex')
    .slice(0, 16);
