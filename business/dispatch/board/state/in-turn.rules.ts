/** Return `ask` so that each call waits until the one before was answered or failed. */
export function inTurn<Q, A>(ask: (question: Q) => Promise<A>): (question: Q) => Promise<A> {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = before.then(() => ask(question));
    before = answer.catch(() => undefined);
    return answer;
  };
}
