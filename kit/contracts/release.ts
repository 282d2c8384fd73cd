import * as z from 'zod/mini';
import { shellName } from './shell-name.ts';

/** `mf-` and lower case words: the folder, the workspace and the release namespace of a remote. */
export const remoteNamePattern = /^mf-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whatever has releases: a remote, or the shell. */
export const partNamePattern = /^(?:shell|mf-[a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** `<version>-<first 8 of the content hash>`. */
export const releaseIdPattern = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/;

/** The global that the container of a remote defines, and no other one does: `mf-agents` -> `mf_agents`. */
export function containerNameOf(remote: string): string {
  return remote.replaceAll('-', '_');
}

/** A text of the record: what is far longer is a mistake, or somebody's attack. */
const shortText = z.string().check(z.maxLength(200));

/** The length of what a build environment says about itself. */
export const maxOriginLength = 100;

const originText = z.string().check(z.minLength(1), z.maxLength(maxOriginLength));

const memberName = z.string().check(z.regex(/^[A-Za-z]{1,50}$/));

const sha384 = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const relativePath = z.string().check(
  z.maxLength(200),
  z.regex(/^[A-Za-z0-9_@.-]+(?:\/[A-Za-z0-9_@.-]+)*$/),
  z.refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must stay inside the release'),
);

/**
 * What a remote says of one of its pages. It travels in the release record, so that a squad adds a page without a
 * release of the shell.
 */
export const routeMetaSchema = z.strictObject({
  /** A React Router path: `/my-agent`, `/agents/:agentName`. */
  path: z.string().check(z.maxLength(200), z.regex(/^\/(?:[a-z0-9-]+|:[A-Za-z]+)?(?:\/(?:[a-z0-9-]+|:[A-Za-z]+))*$/)),
  /** The `{page}` of `{page} | {brand}`. */
  title: z.string().check(z.minLength(1), z.maxLength(70)),
  description: z.string().check(z.minLength(1), z.maxLength(320)),
  /** The path that search engines should keep when this one is served twice. */
  canonical: z.optional(z.string().check(z.maxLength(200), z.regex(/^\/[a-z0-9/-]*$/))),
  /** True keeps the page out of search engines and out of the sitemap. */
  noindex: z.optional(z.boolean()),
  /** Query parameters that the server renders, each with the values it knows; everything else is left to the browser. */
  search: z.optional(
    z
      .record(shortText, z.array(shortText).check(z.maxLength(100)))
      .check(z.refine((search) => Object.keys(search).length <= 20, 'must name at most 20 parameters')),
  ),
  /** Parameters of the path, each with the values it knows: every other address is no page of this route. */
  values: z.optional(z.record(memberName, z.array(shortText).check(z.minLength(1), z.maxLength(100)))),
  /** Of a path with parameters, a value for each that the activation gate tries the page with, written plainly. */
  sample: z.optional(z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(100)))),
  /**
   * What the page shows: a GET of the API, with parameters of the path in their places. The server asks for it and renders
   * the page finished; see `routeDataPath`. Only what the site offers to its remotes is asked for.
   */
  data: z.optional(z.string().check(z.maxLength(200), z.regex(/^\/api(?:\/(?:[a-z0-9-]+|:[A-Za-z]+))+$/))),
  /** Members of that answer that stand for title and description of the page, once it is there. */
  namedBy: z.optional(z.strictObject({ title: z.optional(memberName), description: z.optional(memberName) })),
  /** True starts the page's scripts with the page: its content depends on what only the browser knows. */
  startsAtOnce: z.optional(z.boolean()),
  /**
   * A key of the browser's storage, of this site or this tab: where it is set, the scripts start with the page, since what it
   * holds replaces what the server rendered.
   */
  startsAtOnceWith: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/))),
  /** Which of the site's voice agents answers on this page; the site's own unless said. */
  voiceAgent: z.optional(z.enum(['site', 'agentPages', 'demos'])),
  /** True describes the page to search engines as a service that the agency offers. */
  isService: z.optional(z.boolean()),
  /** Picture for shared links, 1200 x 630; the site's own unless said. */
  sharingPicture: z.optional(z.string().check(z.regex(/^\/[a-z0-9/._-]+$/))),
  /**
   * True renders the page in the system of Chakra's own components. The build writes it where the page's chunks import
   * `@chakra-ui/react`; a page of which only a part that loads later does writes it itself.
   */
  usesChakra: z.optional(z.boolean()),
  /** Named chunk of the page, for preload hints. */
  chunk: z.string().check(z.regex(/^page-[a-z0-9-]+$/)),
  /** Named chunk of its content, where several pages share the one in `chunk`. */
  contentChunk: z.optional(z.string().check(z.regex(/^content-[a-z0-9-]+$/))),
});

export type RouteMeta = z.infer<typeof routeMetaSchema>;

/** What the record of a shell says beyond that of a remote. */
const shellPartsSchema = z.strictObject({
  /** The kind of documents that it comes alive in: servers that write another kind go on with the shell before. */
  documents: z.int().check(z.positive()),
  /** The script that stands in every page. */
  boot: relativePath,
  /** Scripts that every page starts, in this order. */
  entry: z.array(relativePath).check(z.minLength(1), z.maxLength(20)),
  /** Scripts of each shared module beyond those. */
  provides: z.record(z.string(), z.array(relativePath)),
  /** The version of each shared module that it provides. */
  sharedModules: z.record(z.string(), z.string()),
});

export type ShellParts = z.infer<typeof shellPartsSchema>;

/** The fields of {@link releaseRecordSchema}, each by itself. */
export const releaseRecordFields = z.strictObject({
  /** Whose release it is: a remote's, or the shell's. */
  remote: z.string().check(z.regex(partNamePattern)),
  id: z.string().check(z.regex(releaseIdPattern)),
  version: shortText,
  /** Git commit it was built from, or null outside a repository. */
  commit: z.nullable(shortText),
  /** The author of that commit. It is personal data of colleagues, and no part of what browsers get. */
  author: z.optional(originText),
  /** The pull request of that commit, for example `#42`, or its address. */
  pullRequest: z.optional(originText),
  /** ISO 8601, UTC. */
  builtAt: shortText,
  /** Module Federation container, relative to the release folder, and the global it defines. */
  entry: relativePath,
  globalName: z.string().check(z.regex(/^[a-z0-9_]+$/)),
  /** CommonJS bundle for the shell server's renderer. */
  serverEntry: relativePath,
  /** Of a remote one at least; the shell has none. */
  routes: z.array(routeMetaSchema).check(z.maxLength(200)),
  /** Every file but release.json itself. */
  files: z.record(relativePath, z.strictObject({ integrity: sha384, bytes: z.int() })),
  /** Browser files of each named chunk: `remote` (the routes) and one for each page. */
  chunks: z.record(z.string(), z.array(relativePath)),
  /** Its requirements: shared modules that each named chunk takes from the shell, with the range it was built for. */
  needs: z.record(z.string(), z.record(z.string(), z.string())),
  /** Of the shell alone. */
  shell: z.optional(shellPartsSchema),
});

/** `release.json`: what one release of one remote is made of. The folder beside it is never written again. */
export const releaseRecordSchema = releaseRecordFields.check(
  z.refine(({ remote, globalName }) => globalName === containerNameOf(remote), {
    path: ['globalName'],
    message: "must be the remote's own, its name with _ for -",
  }),
  z.refine(({ remote, routes }) => (remote === shellName ? routes.length === 0 : routes.length > 0), {
    path: ['routes'],
    message: 'must be one at least for a remote, and none for the shell',
  }),
  z.refine(({ remote, shell }) => (remote === shellName) === (shell !== undefined), {
    path: ['shell'],
    message: 'must be there for the shell, and for nobody else',
  }),
);

export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;
