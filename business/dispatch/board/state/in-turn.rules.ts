/** Asks one after the other: each waits for the answer of the one before it, whatever that was. */
export function inTurn<Q, A>(ask: (question: Q) => Promise<A>): (question: Q) => Promise<A> {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = before.then(() => ask(question));
    before = answer.catch(() => undefined);
    return answer;
  };
}
