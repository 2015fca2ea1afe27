/**
 * Return the condition in SQL that a device `d` left the home of a record.
 * It is out of use, in another home, or came back after the moment `since` of the record. `home` and `since` are
 * columns of the record.
 */
export const leftHome = (home: string, since: string): string =>
  `(d.instance_status = 'retired' or d.is_deleted > 0 or ${home} is distinct from d.household_id or ${since} < d.owned_since)`;
