import * as z from 'zod/mini';
import { remoteNamePattern } from '../release.ts';

/** Every site publishes its contract at this path. */
export const siteContractPath = '/_platform/contract.json';

/** In bytes of brotli. */
const sizeBudgetSchema = z.object({ registered: z.int(), page: z.int() });

/**
 * `/_platform/contract.json`: what the live shell shares with remotes and requires of them. Squads build, test and publish
 * against it and need none of the shell's source. New fields may be added; a changed meaning raises `contract`.
 */
export const siteContractSchema = z.object({
  contract: z.literal(1),
  site: z.object({
    name: z.string(),
    /** The site's public origin. */
    origin: z.string(),
    /** The id of this site. Signed requests name it, so that a request for staging is not valid in production. */
    id: z.nullable(z.string()),
  }),
  shell: z.object({
    version: z.string(),
    /** The id of the build; it changes whenever the bytes change. */
    id: z.string(),
  }),
  /** The version of each module that the shell provides, by import name. */
  sharedModules: z.record(z.string(), z.string()),
  /** The paths of each remote. A path includes everything below it that no other remote owns. */
  namespaces: z.array(z.object({ path: z.string(), remote: z.string().check(z.regex(remoteNamePattern)) })),
  /** Paths that the shell serves itself, with everything below them. */
  reserved: z.array(z.string()),
  budgets: z.object({
    /** The default budget of a remote. */
    remote: sizeBudgetSchema,
    remotes: z.record(z.string(), sizeBudgetSchema),
    /** Limits of `release.json`, in bytes of JSON. */
    record: z.object({ routes: z.int(), record: z.int() }),
    /** Limits of a whole release, uncompressed. */
    release: z.object({ bytes: z.int(), files: z.int() }),
  }),
  /** Paths of the API that a route may name as its data, with `:name` for a parameter. Sites before 1.1 leave it out. */
  offeredData: z.optional(z.array(z.string())),
  /** The rules that a release must pass before it goes live, in order. */
  gate: z.array(z.object({ id: z.string(), says: z.string() })),
  /** The location of the packages that squads build with, relative to the site. */
  packages: z.string(),
  calls: z.object({
    /** The base of signed requests, relative to the site. */
    base: z.string(),
    /** `off`: the site takes releases only from its own machine. */
    access: z.enum(['on', 'off']),
  }),
  /** Recorded answers of the API for development, relative to the site; null if there are none. */
  recordedAnswers: z.nullable(z.string()),
});

export type SiteContract = z.infer<typeof siteContractSchema>;
