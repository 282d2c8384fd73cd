/**
 * SQL that takes a moment whatever the tables hold, as a transaction of its own. It can be run again: whoever is cut off
 * after it begins with it.
 */
type Moment = string;

/** An index, built while others write; `is` begins with `on`, or with `unique on`. */
export interface NewIndex {
  index: string;
  is: `${'' | 'unique '}on ${string}`;
}

/**
 * Rows that get what they lack, a few at a time: SQL that does those after the id $1 (a uuid, null at first) and gives the
 * `last` of them; none are left when it is null.
 */
export interface Fill {
  fill: string;
}

export type Step = Moment | NewIndex | Fill;

/**
 * One step of the schema, and its way back. Others write while it runs, so nothing in it holds a table that may have rows
 * for longer than a moment: migration-rules.test.ts says what does, and what to write in its place.
 */
export interface Migration {
  /** What the table `migrations` keeps: the file's name. */
  name: string;
  /** What has to be there before `up`, or takes long. */
  ahead?: readonly Step[];
  /** One transaction, together with the note that it ran. */
  up?: string;
  down: string;
  /**
   * True for what the site works without, if slower or with less of the old: it is done once the API answers. All others
   * may rely on no such migration.
   */
  isForLater?: true;
}
