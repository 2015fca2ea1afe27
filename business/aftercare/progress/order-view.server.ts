import { type GuestSight, type Html, html } from '#kernel/server';
import { GuestView } from '#business/customers/guest/guest-view.server.ts';
import type { BillLine, OrderBill, OrderPage, PageVisitor, PriceQuestion } from './order-page.rules.ts';

/** A picture in place of a portrait. */
const PERSON = html`<svg
  viewBox="0 0 24 24"
  width="44"
  height="44"
  fill="none"
  stroke="currentColor"
  stroke-width="1.6"
  stroke-linecap="round"
  aria-hidden="true"
>
  <path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2" />
  <circle cx="12" cy="7" r="4" />
</svg>`;

/** The page of an order as HTML. It reads in the order of its importance, with one question at a time. */
class OrderView extends GuestView<OrderPage> {
  #money(amount: string): string {
    return this.t([`${amount} 元`, `CNY ${amount}`]);
  }

  #now(): Html {
    const { headline, subject, when, latest, steps } = this.page;
    return html`<section>
      <h1>${this.t(headline)}</h1>
      <p class="soft">${this.t(subject)}</p>
      ${
        (when ?? latest) &&
        html`<p class="soft">
          ${when && this.t(when)}${when && latest && this.t(['，', ', '])}${
            latest && html`<strong>${this.t(latest)}</strong>`
          }
        </p>`
      }
      ${
        steps.some((one) => one.is !== 'next') &&
        html`<ol class="steps">
          ${steps.map((one) => html`<li data-is="${one.is}">${this.t(one.name)}</li>`)}
        </ol>`
      }
    </section>`;
  }

  #who({ name, no, vehicle, hasFace }: PageVisitor): Html {
    return html`<section class="who">
      ${
        hasFace
          ? html`<img src="${this.sight.pictureOf('face')}" alt="" width="76" height="76" />`
          : html`<span class="face">${PERSON}</span>`
      }
      <div>
        <strong>${this.t([`${name}师傅`, name])}</strong>
        <p class="soft">
          ${this.t(['工号', 'No.'])} ${no}${vehicle && html`&emsp;${this.t(['车牌', 'Vehicle'])} ${vehicle}`}
        </p>
      </div>
    </section>`;
  }

  #lines(lines: readonly BillLine[]): Html[] {
    return lines.map(
      ({ name, qty, amount }) =>
        html`<tr>
          <td>${name}${qty && html` × ${qty}`}</td>
          <td>${this.#money(amount)}</td>
        </tr>`,
    );
  }

  #pictures(name: string, count: number): Html | false {
    return (
      count > 0 &&
      html`<div class="pictures">
        ${Array.from({ length: count }, (_, at) => {
          const source = this.sight.pictureOf(`${name}-${at + 1}`);
          return html`<a href="${source}-large"
            ><img
              src="${source}"
              loading="lazy"
              width="128"
              height="96"
              alt="${this.t([`照片 ${at + 1}`, `Photo ${at + 1}`])}"
          /></a>`;
        })}
      </div>`
    );
  }

  /** Return the answers to a question: a code, or two buttons of the same size. */
  #answers({ mark, code, wrongCodes, total }: PriceQuestion): Html {
    const no = this.form(
      'consent',
      { mark, total, answer: 'no' },
      html`<button>${this.t(['不同意', 'I do not agree'])}</button>`,
    );
    if (code !== 'sent')
      return html`<div class="two">
        ${no}
        ${this.form(
          'consent',
          { mark, total, answer: 'yes' },
          html`<button class="strong">${this.t(['同意', 'I agree'])}</button>`,
        )}
      </div>`;
    return html`${
        wrongCodes > 0 &&
        html`<p class="band bad" role="alert">
          ${this.t(['验证码不对，请再看一下短信', 'The code is wrong. Look at the message again'])}
        </p>`
      }
      ${this.form(
        'consent',
        { mark, total, answer: 'yes' },
        html`<label
            ><strong>${this.t(['短信里的 6 位验证码', 'The six digits of the message'])}</strong
            ><input type="text" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required
          /></label>
          <div class="two"><button class="strong">${this.t(['同意', 'I agree'])}</button></div>`,
      )}
      <div class="two">${no}</div>`;
  }

  #question(question: PriceQuestion): Html {
    const { words, lines, total, photos, code } = question;
    return html`<section>
      <h2>${this.t(['这个费用，您同意吗？', 'Do you agree to this price?'])}</h2>
      ${words && html`<p>${words}</p>`} ${this.#pictures('price', photos)}
      <table>
        ${this.#lines(lines)}
        <tr class="sum">
          <td>${this.t(['一共', 'Total'])}<small>${this.t(['做好再付', 'paid when done'])}</small></td>
          <td>${this.#money(total)}</td>
        </tr>
      </table>
      ${
        code === 'needed' &&
        html`<p class="soft">
          ${this.t(['点“同意”后，我们发一条短信验证码给您。', 'After “I agree” we send you a code by SMS.'])}
        </p>`
      }
      ${this.#answers(question)} ${this.page.maySign && this.#sign(question)}
    </section>`;
  }

  #sign({ mark, total }: PriceQuestion): Html {
    return html`<details class="scripted">
      <summary class="button">${this.t(['签名同意', 'Agree by signature'])}</summary>
      ${this.form(
        'sign',
        { mark, total, sign: '' },
        html`<canvas
            data-pad="sign"
            tabindex="0"
            role="img"
            aria-label="${this.t(['请在这里签名', 'Sign here'])}"
          ></canvas>
          <div class="two">
            <button type="button" data-clear>${this.t(['重签', 'Again'])}</button
            ><button class="strong">${this.t(['签好了', 'Done'])}</button>
          </div>`,
      )}
    </details>`;
  }

  #bill({ lines, total, paid, open }: OrderBill): Html {
    return html`<section>
      <h2>${this.t(['费用', 'Bill'])}</h2>
      <table>
        ${this.#lines(lines)}
        <tr class="sum">
          <td>${this.t(['一共', 'Total'])}</td>
          <td>${this.#money(total)}</td>
        </tr>
        <tr>
          <td>${this.t(['已付', 'Paid'])}</td>
          <td>${this.#money(paid)}</td>
        </tr>
        ${
          Number(open) > 0 &&
          html`<tr>
            <td>${this.t(['未付', 'Open'])}</td>
            <td>${this.#money(open)}</td>
          </tr>`
        }
      </table>
    </section>`;
  }

  #changes(): Html | false {
    const { mayMove, mayCancel, days, slots, reasons, turn } = this.page;
    return (
      (mayMove || mayCancel) &&
      html`<section>
        ${
          mayMove &&
          this.folded(
            ['改时间', 'Another time'],
            this.form(
              'reschedule',
              { turn },
              html`${this.choices('day', ['哪一天', 'Which day'], days)}
                ${this.choices('slot', ['什么时候', 'At which time'], slots)}
                <p class="soft">
                  ${this.t(['这是您的愿望，我们联系您以后才算改好。', 'This is a wish. It counts after we contact you.'])}
                </p>
                <button class="strong">${this.t(['就想改到这时', 'Wish this time'])}</button>`,
            ),
          )
        }
        ${
          mayCancel &&
          this.folded(
            ['不用来了，取消', 'Cancel the order'],
            this.form(
              'cancel',
              {},
              html`${this.choices('reason', ['为什么', 'Why'], reasons)}
                <button>${this.t(['确定取消', 'Cancel it'])}</button>`,
            ),
          )
        }
      </section>`
    );
  }

  #people(): Html | false {
    const { servicePhone, mayUrge, turn } = this.page;
    return (
      (Boolean(servicePhone) || mayUrge) &&
      html`<section>
        <div class="two">
          ${
            mayUrge &&
            this.form('urge', { turn, want: 'hurry' }, html`<button>${this.t(['催一下', 'Please hurry'])}</button>`)
          }
          ${
            this.phone() ||
            (mayUrge &&
              this.form(
                'urge',
                { turn, want: 'call' },
                html`<button>${this.t(['想先问问，请客服回电', 'A question: please call me'])}</button>`,
              ))
          }
        </div>
      </section>`
    );
  }

  body(): Html {
    const { visitor, question, bill, photos, answers } = this.page;
    return html`${this.#now()} ${this.answered(answers)} ${visitor && this.#who(visitor)}
    ${question && this.#question(question)} ${bill && this.#bill(bill)}
    ${
      photos > 0 &&
      html`<section>
        <h2>${this.t(['照片', 'Photos'])}</h2>
        ${this.#pictures('photo', photos)}
      </section>`
    }
    ${this.#changes()} ${this.#people()}`;
  }
}

/** Return the page of an order as HTML. */
export const orderHtml = (page: OrderPage, sight: GuestSight): Html => new OrderView(page, sight).body();
