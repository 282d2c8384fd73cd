import * as z from 'zod/mini';

/** Raise it when the layout of an archive changes. */
export const format = 2;

/** The first member of an archive identifies the file before anything else is read. */
export const headName = 'beaconfield-backup.json';
/** The last member; without it an archive is incomplete. */
export const manifestName = 'manifest.json';

/** The tables of a backup, each after those that it references. Migrations record themselves. */
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
  /** The migrations that made its schema, in order. */
  migrations: z.array(z.string()),
  /** The columns of each table, in the order of its member `database/<table>`, which is in COPY's text format. */
  tables: z.partialRecord(z.enum(tables), z.array(z.string())),
  /** The last value of each sequence; missing for one that has not been used. */
  sequences: z.record(z.string(), z.string()),
});
export type DatabaseManifest = z.infer<typeof databaseSchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  madeAt: z.string(),
  database: z.nullable(databaseSchema),
  /** A bucket is only named, not copied. */
  releases: z.object({ store: z.string() }),
  members: z.array(memberSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The top level of an archive. Everything except the database has the same place in DATA_DIR. */
export const parts = ['keys', 'mail', 'releases', 'site.json', 'database'] as const;
