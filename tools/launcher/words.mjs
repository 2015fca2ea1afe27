/** Something the person at the keyboard can mend: shown as it stands, without a stack. */
export class Sentence extends Error {
  constructor(zh, en) {
    super(`${zh}\n${en}`);
  }
}

/** Runs one step and says how long it took. */
export async function step(zh, en, work) {
  const began = Date.now();
  console.log(`• ${zh} ${en} …`);
  const result = await work();
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result;
}
