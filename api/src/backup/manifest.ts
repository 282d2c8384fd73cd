import * as z from 'zod/mini';

/** Grows when an archive is laid out in another way. */
export const format = 1;

/** The first member of an archive: what it is, before anything of it is looked at. */
export const headName = 'beaconfield-backup.json';
/** The last member: without it an archive is not whole. */
export const manifestName = 'manifest.json';

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

export const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  madeAt: z.string(),
  /** Null for an archive without the database. The files of one run with the same PostgreSQL, on the same kind of machine. */
  database: z.nullable(z.object({ major: z.string(), platform: z.string() })),
  /** A bucket is named, and not copied. */
  releases: z.object({ store: z.string() }),
  members: z.array(memberSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What an archive holds at its top, and where in DATA_DIR it belongs. */
export const parts = ['keys', 'mail', 'releases', 'site.json', 'postgres'] as const;

/** The files of the server lie in here. */
export const clusterPrefix = 'postgres/cluster/';
export const passwordName = 'postgres/password';
