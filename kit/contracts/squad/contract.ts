import * as z from 'zod/mini';
import { remoteNamePattern } from '../release.ts';

/** Where every site publishes it. */
export const siteContractPath = '/_platform/contract.json';

/** In bytes of brotli. */
const sizeBudgetSchema = z.object({ registered: z.int(), page: z.int() });

/**
 * `/_platform/contract.json`: what the live shell shares with remotes and asks of them. Whoever builds, tests or publishes a
 * remote reads this and nothing of the shell's source. Fields may be added; a change of meaning raises `contract`.
 */
export const siteContractSchema = z.object({
  contract: z.literal(1),
  site: z.object({
    /** The brand. */
    name: z.string(),
    /** Where it is reached, as it calls itself. */
    origin: z.string(),
    /** Of this one site: signed requests name it, so that one for staging is nothing to production. */
    id: z.nullable(z.string()),
  }),
  shell: z.object({
    version: z.string(),
    /** Of its build: another one serves other bytes. */
    id: z.string(),
  }),
  /** The version of each module that the shell provides, by what it is imported as. */
  sharedModules: z.record(z.string(), z.string()),
  /** The paths of each remote, everything below them included that is nobody else's. */
  namespaces: z.array(z.object({ path: z.string(), remote: z.string().check(z.regex(remoteNamePattern)) })),
  /** Paths that the shell serves itself, with everything below them. */
  reserved: z.array(z.string()),
  budgets: z.object({
    /** Of a remote without one of its own. */
    remote: sizeBudgetSchema,
    remotes: z.record(z.string(), sizeBudgetSchema),
    /** Of `release.json`, in bytes of JSON. */
    record: z.object({ routes: z.int(), record: z.int() }),
    /** Of a release as a whole, uncompressed. */
    release: z.object({ bytes: z.int(), files: z.int() }),
  }),
  /** What a release has to hold before it goes live, in the order in which it is asked. */
  gate: z.array(z.object({ id: z.string(), says: z.string() })),
  /** Where the packages that squads build with are, relative to the site. */
  packages: z.string(),
  calls: z.object({
    /** Where signed requests go, relative to the site. */
    base: z.string(),
    /** `off`: this site takes releases from its own machine alone. */
    access: z.enum(['on', 'off']),
  }),
  /** Recorded answers of the API for development, relative to the site; null where it has none. */
  recordedAnswers: z.nullable(z.string()),
});

export type SiteContract = z.infer<typeof siteContractSchema>;
