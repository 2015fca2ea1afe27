/** Tests are begun by `npm test`, which has made the database that each file copies and found a browser; by themselves they would find neither. */
export default function prepareTests(): void {
  if (!process.env.ANJU_TEST_APP_URL)
    throw new Error('Stories need a database and a browser of their own: run them by `npm test -- <part of a name>`.');
}
