/** One step of the schema in SQL, and its way back. */
export interface Migration {
  /** What the table `migrations` keeps: the file's name. */
  name: string;
  up: string;
  down: string;
}
