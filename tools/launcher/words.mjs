/** An error that the person can solve: shown as a sentence, without a stack. */
export class Sentence extends Error {
  constructor(zh, en) {
    super(`${zh}\n${en}`);
  }
}

/** Run a step of the launcher, and print its name and duration. */
export async function step(zh, en, work) {
  const began = Date.now();
  console.log(`• ${zh} ${en} …`);
  const result = await work();
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result;
}
