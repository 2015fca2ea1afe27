/**
 * Fail with a hint if vitest was started directly. `npm test` first makes the database that each test file copies, and
 * finds a browser.
 */
export default function prepareTests(): void {
  if (!process.env.ANJU_TEST_APP_URL)
    throw new Error('Stories need a database and a browser of their own: run them by `npm test -- <part of a name>`.');
}
