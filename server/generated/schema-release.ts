/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 56;
// Of tables and patches with the sum KV7h3tSIo7aRWhcR7hEVARBHQr3hO5_-9taSBYAhBE4.
