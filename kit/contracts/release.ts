import * as z from 'zod/mini';
import { isOrigin, remoteOriginsSchema } from './origins.ts';
import { shellName } from './shell-name.ts';
import { remoteSlotsSchema } from './slots.ts';

/** `mf-` and lower-case words: the folder, the workspace and the release namespace of a remote. */
export const remoteNamePattern = /^mf-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The name of anything that has releases: a remote or the shell. */
export const partNamePattern = /^(?:shell|mf-[a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** `<version>-<first 8 of the content hash>`. */
export const releaseIdPattern = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/;

/** The refusal of a text that {@link releaseIdPattern} does not match. */
export function describeNoReleaseId(text: string): string {
  return `${JSON.stringify(text.slice(0, 80))} is not a release id; one looks like 1.4.0-0a1b2c3d.`;
}

/** The path of a public file of a release on the site. */
export function addressOfFile({ remote, id }: { remote: string; id: string }, file: string): string {
  return remote === shellName ? `/${shellName}/${id}/${file}` : `/remotes/${remote}/${id}/${file}`;
}

/** The global variable of a remote's container, unique to the remote: `mf-agents` -> `mf_agents`. */
export function containerNameOf(remote: string): string {
  return remote.replaceAll('-', '_');
}

/**
 * A placeholder in the server bundle for the URL of the release's files, which contains the release id and so is unknown at
 * build time. The host replaces it before it runs the bundle.
 */
export const filesOfThisRelease = '/remotes/this/release/';

/** The limit rejects mistakes and hostile records. */
const shortText = z.string().check(z.maxLength(200));

/** In characters, of a value that comes from the build environment. */
export const maxOriginLength = 100;

const originText = z.string().check(z.minLength(1), z.maxLength(maxOriginLength));

const dataOfApi = /^\/api(?:\/(?:[a-z0-9-]+|:[A-Za-z]+))+$/;
const dataOfBackEnd =
  /^(?<origin>https?:\/\/[^/?#]+)(?:\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*|:[A-Za-z]+))+(?:\?[A-Za-z0-9._~-]+=(?:[A-Za-z0-9._~,-]*|:[A-Za-z]+)(?:&[A-Za-z0-9._~-]+=(?:[A-Za-z0-9._~,-]*|:[A-Za-z]+))*)?$/;

const memberName = z.string().check(z.regex(/^[A-Za-z]{1,50}$/));

const sha384 = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const relativePath = z.string().check(
  z.maxLength(200),
  z.regex(/^[A-Za-z0-9_@.-]+(?:\/[A-Za-z0-9_@.-]+)*$/),
  z.refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must stay inside the release'),
);

/**
 * A remote's description of one of its pages. It is part of the release record, so that a squad can add a page without a
 * release of the shell.
 */
export const routeMetaSchema = z.strictObject({
  /** A React Router path: `/my-agent`, `/agents/:agentName`. */
  path: z.string().check(z.maxLength(200), z.regex(/^\/(?:[a-z0-9-]+|:[A-Za-z]+)?(?:\/(?:[a-z0-9-]+|:[A-Za-z]+))*$/)),
  /** The `{page}` in `{page} | {brand}`. */
  title: z.string().check(z.minLength(1), z.maxLength(70)),
  description: z.string().check(z.minLength(1), z.maxLength(320)),
  /** The path that search engines index when two paths serve the same page. */
  canonical: z.optional(z.string().check(z.maxLength(200), z.regex(/^\/[a-z0-9/-]*$/))),
  /** True excludes the page from search engines and from the sitemap. */
  noindex: z.optional(z.boolean()),
  /** Query parameters that the server renders, each with its allowed values. The browser handles all others. */
  search: z.optional(
    z
      .record(shortText, z.array(shortText).check(z.maxLength(100)))
      .check(z.refine((search) => Object.keys(search).length <= 20, 'must name at most 20 parameters')),
  ),
  /** Path parameters, each with its allowed values. Any other path is not a page of this route. */
  values: z.optional(z.record(memberName, z.array(shortText).check(z.minLength(1), z.maxLength(100)))),
  /** For a path with parameters, an example value for each, not encoded. The activation gate opens the page with them. */
  sample: z.optional(z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(100)))),
  /**
   * The server renders the page with the answer to a GET of this path or URL, with the path's parameters; see `routeDataPath`.
   * It is a path of the API that the site offers to its remotes, or a URL of the squad's own back end, such as
   * `https://jobs.example/openings/:slug`, whose origin the release lists in `origins.connect`.
   */
  data: z.optional(
    z.string().check(
      z.maxLength(200),
      z.refine(
        (data) => dataOfApi.test(data) || isOrigin(dataOfBackEnd.exec(data)?.groups?.origin ?? ''),
        'must be a path of the API, or the whole address of a back end without escapes and anchor',
      ),
    ),
  ),
  /** Members of that answer that replace the page's title and description. */
  namedBy: z.optional(z.strictObject({ title: z.optional(memberName), description: z.optional(memberName) })),
  /**
   * True for a page that renders its own `<title>`, for example with a parameter of its path. Shared links and breadcrumbs still
   * have the title that is named here, as has the page while it cannot be shown.
   */
  writesTitle: z.optional(z.boolean()),
  /** True loads the page's scripts immediately, because its content depends on what only the browser knows. */
  startsAtOnce: z.optional(z.boolean()),
  /**
   * A key of the browser's local or session storage. If it is set, the scripts load immediately, because the stored value
   * replaces what the server rendered.
   */
  startsAtOnceWith: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/))),
  /** The voice agent of this page; the default is the site's own. */
  voiceAgent: z.optional(z.enum(['site', 'agentPages', 'demos'])),
  /** True marks the page up as a service of the agency for search engines. */
  isService: z.optional(z.boolean()),
  /** The picture for shared links, 1200 x 630 pixels; the default is the site's own. */
  sharingPicture: z.optional(z.string().check(z.regex(/^\/[a-z0-9/._-]+$/))),
  /**
   * True renders the page in the system of Chakra's own components. The build writes it where the page's chunks import
   * `@chakra-ui/react`; a page of which only a part that loads later does writes it itself.
   */
  usesChakra: z.optional(z.boolean()),
  /** Named chunk of the page, for preload hints. */
  chunk: z.string().check(z.regex(/^page-[a-z0-9-]+$/)),
  /** Named chunk of the content, when several pages share the one in `chunk`. */
  contentChunk: z.optional(z.string().check(z.regex(/^content-[a-z0-9-]+$/))),
});

export type RouteMeta = z.infer<typeof routeMetaSchema>;

/** The members that only a shell's record has. */
const shellPartsSchema = z.strictObject({
  /** The version of documents that it can start in. Servers that write another version keep the previous shell. */
  documents: z.int().check(z.positive()),
  /** The script that is inlined in every page. */
  boot: relativePath,
  /** Scripts that every page loads, in this order. */
  entry: z.array(relativePath).check(z.minLength(1), z.maxLength(20)),
  /** Additional scripts of each shared module. */
  provides: z.record(z.string(), z.array(relativePath)),
  /** The version of each shared module that the shell provides. */
  sharedModules: z.record(z.string(), z.string()),
});

export type ShellParts = z.infer<typeof shellPartsSchema>;

/** The fields of {@link releaseRecordSchema}, without the checks across fields. */
export const releaseRecordFields = z.strictObject({
  remote: z.string().check(z.regex(partNamePattern)),
  id: z.string().check(z.regex(releaseIdPattern)),
  version: shortText,
  /** The Git commit of the build, or null outside a repository. */
  commit: z.nullable(shortText),
  /** The author of that commit. It is personal data of colleagues, and no part of what browsers get. */
  author: z.optional(originText),
  /** The pull request of that commit, for example `#42`, or its address. */
  pullRequest: z.optional(originText),
  /** ISO 8601, UTC. */
  builtAt: shortText,
  /** The Module Federation container, relative to the release folder. */
  entry: relativePath,
  globalName: z.string().check(z.regex(/^[a-z0-9_]+$/)),
  /** The CommonJS bundle for the server's renderer. */
  serverEntry: relativePath,
  /** A remote has at least one; the shell has none. */
  routes: z.array(routeMetaSchema).check(z.maxLength(200)),
  /** Every file except release.json itself. */
  files: z.record(relativePath, z.strictObject({ integrity: sha384, bytes: z.int() })),
  /** Browser files of each named chunk: `remote` (the routes) and one for each page. */
  chunks: z.record(z.string(), z.array(relativePath)),
  /** The shared modules that each named chunk takes from the shell, with the version range it was built for. */
  needs: z.record(z.string(), z.record(z.string(), z.string())),
  /** The external origins that its pages use. The key that signs the record must have a grant for each. */
  origins: z.optional(remoteOriginsSchema),
  /** What it offers to pages of others. A server shows what the key that signs the record has a grant for. */
  slots: z.optional(remoteSlotsSchema),
  /** Present only in the shell's record. */
  shell: z.optional(shellPartsSchema),
});

/** `release.json`: the contents of one release of one remote. The release folder is immutable. */
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
  z.refine(
    ({ routes, slots }) =>
      [slots?.header, slots?.footer].every((link) => !link || routes.some(({ path }) => path === link.path)),
    { path: ['slots'], message: 'must link to pages of the remote itself' },
  ),
);

export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;
