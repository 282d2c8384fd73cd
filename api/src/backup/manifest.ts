import * as z from 'zod/mini';

/** Grows when an archive is laid out in another way. */
export const format = 2;

/** The first member of an archive: what it is, before anything of it is looked at. */
export const headName = 'beaconfield-backup.json';
/** The last member: without it an archive is not whole. */
export const manifestName = 'manifest.json';

/** The tables that a backup copies, each behind those that it refers to. The migrations themselves note what they are. */
export const tables = [
  'agents',
  'rate_limits',
  'partners',
  'partner_keys',
  'webhook_endpoints',
  'submissions',
  'deliveries',
  'delivery_tries',
  'delivery_channels',
  'reply_addresses',
  'operator_alerts',
  'quarantine_reports',
  'office_entries',
  'office_audit',
  'office_undo',
] as const;

export const headSchema = z.object({
  format: z.number(),
  /** Of the project that made it. */
  version: z.string(),
  madeAt: z.string(),
});

const memberSchema = z.object({
  name: z.string(),
  /** Null for a folder. */
  sha256: z.nullable(z.string()),
  size: z.number(),
  mode: z.number(),
});
export type Member = z.infer<typeof memberSchema>;

const databaseSchema = z.object({
  /** The migrations that made its schema, in their order. */
  migrations: z.array(z.string()),
  /** The columns of each table, in the order in which its member `database/<table>` has them, in the text format of COPY. */
  tables: z.partialRecord(z.enum(tables), z.array(z.string())),
  /** The last value that each sequence gave; none for one that gave no value yet. */
  sequences: z.record(z.string(), z.string()),
});
export type DatabaseManifest = z.infer<typeof databaseSchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  madeAt: z.string(),
  /** Null for an archive without the database. */
  database: z.nullable(databaseSchema),
  /** A bucket is named, and not copied. */
  releases: z.object({ store: z.string() }),
  members: z.array(memberSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What an archive holds at its top. Everything but the database belongs at the same place in DATA_DIR. */
export const parts = ['keys', 'mail', 'releases', 'site.json', 'database'] as const;
