import type { Label } from '#kernel/language/label.ts';
import { type GuestSight, type Html, html } from '#kernel/server';
import { GuestView } from '#business/customers/guest/guest-view.server.ts';
import type { PlanPage, PlanReply } from './plan-page.rules.ts';

/** The page of a planned visit as HTML: what is due and when, then one question with four answers. */
class PlanView extends GuestView<PlanPage> {
  #now(): Html {
    const { headline, subject, when } = this.page;
    return html`<section>
      <h1>${this.t(headline)}</h1>
      <p class="soft">${this.t(subject)}</p>
      ${when && html`<p><strong>${this.t(when)}</strong></p>`}
    </section>`;
  }

  #reply(reply: PlanReply, label: Label): Html {
    return this.form('reply', { turn: this.page.turn, reply }, html`<button>${this.t(label)}</button>`);
  }

  #question(): Html | false {
    const { mayReply, answers, days, slots, turn } = this.page;
    return (
      mayReply &&
      html`<section>
        <h2>${this.t(answers.length ? ['要改答复吗？', 'Another answer?'] : ['您看可以吗？', 'Does it suit you?'])}</h2>
        ${
          days.length > 0 &&
          this.folded(
            ['可以，选一天', 'Yes, choose a day'],
            this.form(
              'reply',
              { turn, reply: 'agree' },
              html`${this.choices('day', ['哪一天', 'Which day'], days)}
                ${this.choices('slot', ['什么时候', 'At which time'], slots)}
                <button class="strong">${this.t(['就这时来', 'Come at this time'])}</button>`,
            ),
          )
        }
        <div class="two">
          ${this.#reply('later', ['这些天不行，另约', 'Not these days'])}
          ${this.#reply('refuse', ['这次不用做', 'Skip this visit'])}
        </div>
        <div class="two">${this.#reply('wrong', ['信息不对', 'The data is wrong'])}</div>
      </section>`
    );
  }

  body(): Html {
    const phone = this.phone();
    return html`${this.#now()} ${this.answered(this.page.answers)} ${this.#question()}
    ${
      phone &&
      html`<section>
        <div class="two">${phone}</div>
      </section>`
    }`;
  }
}

/** Return the page of a planned visit as HTML. */
export const planHtml = (page: PlanPage, sight: GuestSight): Html => new PlanView(page, sight).body();
