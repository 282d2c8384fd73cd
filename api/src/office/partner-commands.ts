import type { PartnersAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { newKey } from '../partners/partner-keys.ts';
import type { Row } from './office.ts';

/** Creates a partner with a live key and a test key. Only this answer contains the keys. */
export async function addPartner(
  database: Database,
  name: string,
  perMinute: number | undefined,
  by: string,
): Promise<Row[]> {
  checkName(name);
  const [added] = await database.run<Row>(
    `insert into partners (name, posts_per_minute, created_by) values ($name, coalesce($perMinute, 600), $by)
     on conflict do nothing returning name`,
    { name, perMinute: perMinute ?? null, by },
  );
  if (!added) throw new CommandError(`There is a partner ${name} already: "partners key ${name}" makes another key.`);
  return [...(await addKey(database, name, false, by)), ...(await addKey(database, name, true, by))];
}

/** Creates another key of a partner, for example to replace one that leaked. */
export async function addKey(database: Database, partner: string, isTest: boolean, by: string): Promise<Row[]> {
  const { id, key, hash } = newKey(isTest);
  const [made] = await database.run<Row>(
    `insert into partner_keys (id, partner, hash, is_test, created_by)
     select $id::text, name, $hash::bytea, $isTest::boolean, $by::text from partners where name = $partner returning id`,
    { id, partner, hash, isTest, by },
  );
  if (!made) throw noPartner(partner);
  return [{ partner, mode: isTest ? 'test' : 'live', key: id, secret: key, note: 'shown this once: keep it now' }];
}

export function listPartners(database: Database): Promise<Row[]> {
  return database.run<Row>(
    `select partners.name as partner, posts_per_minute as "postsPerMinute",
       case when is_test then 'test' when not is_test then 'live' end as mode, id as key,
       partner_keys.created_at as "createdAt", partner_keys.created_by as "createdBy", last_used_at as "lastUsedAt",
       revoked_at as "revokedAt", revoked_by as "revokedBy"
     from partners left join partner_keys on partner = name order by name, partner_keys.created_at`,
  );
}

export async function partnersWithKeys(database: Database): Promise<PartnersAnswer> {
  const rows = await listPartners(database);
  const partners = [...Map.groupBy(rows, ({ partner }) => String(partner))].map(([name, ofPartner]) => ({
    name,
    postsPerMinute: Number(ofPartner[0]?.postsPerMinute),
    keys: ofPartner
      .filter(({ key }) => key !== null)
      .map(({ key, mode, createdAt, createdBy, lastUsedAt, revokedAt, revokedBy }) => ({
        id: String(key),
        mode: mode === 'test' ? ('test' as const) : ('live' as const),
        createdAt: isoOf(createdAt),
        createdBy: String(createdBy),
        lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
        revoked: revokedAt === null ? null : { at: isoOf(revokedAt), by: String(revokedBy) },
      })),
  }));
  return { partners };
}

function isoOf(moment: unknown): string {
  return (moment as Date).toISOString(); // timestamptz
}

/** Revokes a key, given as its id or as the whole key. Requests with this key that are in progress fail, too. */
export async function revokeKey(database: Database, text: string, by: string): Promise<Row[]> {
  const id = /^bf_(?:live|test)_([0-9a-f]{12})/.exec(text)?.[1] ?? text;
  const [revoked] = await database.run<Row>(
    `update partner_keys set revoked_at = now(), revoked_by = $by where id = $id and revoked_at is null
     returning id as key, partner, revoked_at as "revokedAt"`,
    { id, by },
  );
  if (revoked) return [revoked];
  const [known] = await database.run<Row>('select revoked_at, revoked_by from partner_keys where id = $id', { id });
  if (!known) throw new CommandError(`There is no key ${id.slice(0, 60)}: "partners list" shows all of them.`, 3);
  throw new CommandError(`The key ${id} was revoked already, by ${known.revoked_by}.`, 1);
}

export async function limitPartner(database: Database, name: string, perMinute: number): Promise<Row[]> {
  const [limited] = await database.run<Row>(
    `update partners set posts_per_minute = $perMinute where name = $name
     returning name as partner, posts_per_minute as "postsPerMinute"`,
    { name, perMinute },
  );
  if (!limited) throw noPartner(name);
  return [limited];
}

function checkName(name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 60) return;
  throw new CommandError('The name must be at most 60 lower case letters, digits and dashes, like acme-leads.');
}

/** @throws CommandError 3 if there is no such partner */
export async function checkPartner(database: Database, name: string): Promise<void> {
  const [known] = await database.run<Row>('select name from partners where name = $name', { name });
  if (!known) throw noPartner(name);
}

function noPartner(name: string): CommandError {
  return new CommandError(`There is no partner ${name}: "partners add ${name}" makes one.`, 3);
}
