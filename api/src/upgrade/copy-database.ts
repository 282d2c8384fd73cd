import type pg from 'pg';
import { type Connect, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/all.ts';
import { StartError } from '../settings/start-error.ts';

/** Where the new server finds the old one. */
export interface OldServer {
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Adds up to the same for the same rows, in whatever order. */
const digest = `count(*)::text as rows, coalesce(sum(('x' || substr(md5(each::text), 1, 15))::bit(60)::bigint), 0)::text as sum`;

const ordinaryTables = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;

/**
 * Makes the old database's schema in the new one by our own migrations, copies every row, and holds both against each other.
 * The new server reads the old one itself (postgres_fdw), so that nothing passes through this process.
 *
 * @returns how many rows were copied.
 * @throws StartError when the old one holds what no migration of ours makes, or the copy is not the same.
 */
export async function copyDatabase(from: pg.Client, to: pg.Client, old: OldServer, connect: Connect): Promise<number> {
  await migrate(connect, { to: await newestMigration(from) });
  const tables = await sameTables(from, to);
  await to.query('begin');
  // Rows come table by table; what refers to what is whole at the end, as it was.
  await to.query('set local session_replication_role = replica');
  await openOld(to, old);
  for (const table of tables) await copyTable(to, table);
  await to.query('drop schema old cascade');
  await to.query('drop extension postgres_fdw cascade');
  await copySequences(from, to);
  const rows = await compare(from, to, tables);
  await to.query('commit');
  return rows;
}

async function newestMigration(from: pg.Client): Promise<string> {
  const { rows } = await from.query<{ name: string }>('select name from migrations order by name');
  // What is for later may be missing in the middle.
  const known = migrations
    .filter((one) => !one.isForLater || rows.some(({ name }) => name === one.name))
    .map(({ name }) => name);
  const unknown = rows.find(({ name }, index) => name !== known[index]);
  const newest = rows.at(-1)?.name;
  if (unknown === undefined && newest !== undefined) return newest;
  throw new StartError(
    `The old database is not one that this version knows (migration ${unknown?.name ?? 'none'}): nothing was changed.`,
  );
}

async function sameTables(from: pg.Client, to: pg.Client): Promise<string[]> {
  const [there, here] = await Promise.all(
    [from, to].map(async (client) =>
      (await client.query<{ name: string }>(ordinaryTables)).rows.map(({ name }) => name),
    ),
  );
  const foreign = (there ?? []).filter((name) => !here?.includes(name));
  if (foreign.length === 0) return here ?? [];
  throw new StartError(
    `The old database holds tables that are not this site's (${foreign.join(', ')}), and they would be left behind: move them elsewhere first; nothing was changed.`,
  );
}

async function openOld(to: pg.Client, { port, user, password, database }: OldServer): Promise<void> {
  await to.query('create extension postgres_fdw');
  const options = [`host '127.0.0.1'`, `port '${port}'`, `dbname ${to.escapeLiteral(database)}`, `fetch_size '1000'`];
  await to.query(`create server old foreign data wrapper postgres_fdw options (${options.join(', ')})`);
  const identity = `user ${to.escapeLiteral(user)}, password ${to.escapeLiteral(password)}`;
  await to.query(`create user mapping for current_user server old options (${identity})`);
  await to.query('create schema old');
  await to.query('import foreign schema public from server old into old');
}

async function copyTable(to: pg.Client, table: string): Promise<void> {
  const { rows } = await to.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${to.escapeIdentifier(table)}`],
  );
  const columns = rows.map(({ name }) => to.escapeIdentifier(name)).join(', ');
  const name = to.escapeIdentifier(table);
  // What the migrations themselves put there is what the old database had of it.
  await to.query(`delete from public.${name}`);
  await to.query(`insert into public.${name} (${columns}) overriding system value select ${columns} from old.${name}`);
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  for (const { name, last } of rows) {
    if (last !== null)
      await to.query('select setval($1::regclass, $2::bigint)', [`public.${to.escapeIdentifier(name)}`, last]);
  }
}

async function compare(from: pg.Client, to: pg.Client, tables: readonly string[]): Promise<number> {
  let copied = 0;
  for (const table of tables) {
    const sql = `select ${digest} from public.${to.escapeIdentifier(table)} each`;
    const [there, here] = await Promise.all(
      [from, to].map(async (client) => (await client.query<{ rows: string; sum: string }>(sql)).rows[0]),
    );
    if (there?.rows !== here?.rows || there?.sum !== here?.sum) {
      throw new StartError(
        `The copy of the table ${table} is not what it is a copy of (${there?.rows} rows, ${here?.rows} copied): nothing was changed.`,
      );
    }
    copied += Number(here?.rows);
  }
  return copied;
}
