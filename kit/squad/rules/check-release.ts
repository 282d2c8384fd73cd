import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { satisfies, validRange } from 'semver';
import type { ReleaseRecord, RouteMeta } from '../../contracts/release.ts';
import type { SiteContract } from '../../contracts/squad/contract.ts';
import { type GateProblem, kilobytes } from './gate-problem.ts';
import { ownerOfPath, type PathTable } from './path-owner.ts';

// Rules of the activation gate that a squad can check before it publishes. The site and the squad's tool run this code.

/** The rules about what a build says of itself, which need none of its files, by their ids. */
export function checkBuild(
  build: Pick<ReleaseRecord, 'remote' | 'routes' | 'needs' | 'origins'>,
  { namespaces, reserved, sharedModules, offeredData }: SiteContract,
): Record<string, GateProblem[]> {
  return {
    needs: checkRequirements(build, sharedModules),
    namespace: checkNamespace(build, { namespaces, reserved }),
    ...(offeredData && { data: checkData(build, offeredData) }),
  };
}

/** A remote may serve only paths that the table of namespaces gives it. */
export function checkNamespace(
  { remote, routes }: Pick<ReleaseRecord, 'remote' | 'routes'>,
  table: PathTable,
): GateProblem[] {
  return routes.flatMap(({ path }) => {
    const owner = ownerOfPath(table, path);
    if (owner === remote) return [];
    const claim = owner === null ? 'is reserved for the shell server' : `belongs to ${owner}`;
    return [
      {
        problem: `${remote} wants to serve ${path}, which ${claim}.`,
        remedy: `Move the page to a path of the remote, or have staff give it this one: npm run release -- paths give ${path} ${remote} --reason "..."`,
      },
    ];
  });
}

/** The host must provide every shared module of the release, in a version that the release accepts. */
export function checkRequirements(
  { needs }: Pick<ReleaseRecord, 'needs'>,
  sharedModules: Readonly<Record<string, string>>,
): GateProblem[] {
  const asked = new Map<string, GateProblem>();
  for (const requirements of Object.values(needs)) {
    for (const [module, range] of Object.entries(requirements)) {
      const provided = Object.hasOwn(sharedModules, module) ? sharedModules[module] : undefined;
      const problem = checkRequirement(module, range, provided);
      if (problem) asked.set(`${module} ${range}`, problem);
    }
  }
  return [...asked.values()];
}

function checkRequirement(module: string, range: string, provided: string | undefined): GateProblem | null {
  const remedy = 'Build the remote against the shell that is live, or release the shell first.';
  if (provided === undefined) {
    return { problem: `It takes ${module} from the shell, which does not share it.`, remedy };
  }
  if (validRange(range) === null) return { problem: `It needs ${module} in "${range}", which is no range.`, remedy };
  if (satisfies(provided, range)) return null;
  return { problem: `It needs ${module} ${range}; the shell provides ${provided}.`, remedy };
}

/** The sources that routes may use as their data. */
interface OfferedData {
  /** Paths of the site's API, with `:name` for each parameter. */
  offeredData: readonly string[];
  /** Origins of the squad's own back ends. */
  connect?: readonly string[] | undefined;
}

/** A page's data must be a path that the site offers, or have an origin that the release declares in `origins.connect`. */
export function checkData(
  { routes, origins }: Pick<ReleaseRecord, 'routes' | 'origins'>,
  offeredData: readonly string[],
): GateProblem[] {
  const offer = { offeredData, connect: origins?.connect };
  return routes
    .filter((route) => !dataIsOffered(offer, route))
    .map(({ path, data = '' }) => {
      const says = `${path} names ${data} as its data`;
      if (data.startsWith('/')) {
        return {
          problem: `${says}; the site offers ${offeredData.join(', ') || 'nothing'}.`,
          remedy:
            'Name one of these, with parameters of the path of the page, or let the page ask for it in the browser.',
        };
      }
      const { origin } = new URL(data);
      if (offer.connect?.includes(origin)) {
        return {
          problem: `${says}, with a parameter that its path lacks.`,
          remedy: 'Name parameters of the path alone.',
        };
      }
      return {
        problem: `${says}; "connect" of the release's origins lacks ${origin}.`,
        remedy: `Add it in package.json, "origins": { "connect": ["${origin}"] }, and have staff grant it to your key.`,
      };
    });
}

/**
 * True if the site's servers request the data of a route: a path that equals an offered one segment by segment, or a URL of a
 * declared origin, with parameters of the route's own path only. Also true for a route without data.
 */
export function dataIsOffered(
  { offeredData, connect = [] }: OfferedData,
  { path, data }: Pick<RouteMeta, 'path' | 'data'>,
): boolean {
  if (data === undefined) return true;
  const parametersOf = (pattern: string): readonly string[] => pattern.match(/:[A-Za-z]+/g) ?? [];
  const own = parametersOf(path);
  if (!parametersOf(data).every((name) => own.includes(name))) return false;
  if (!data.startsWith('/')) return connect.includes(new URL(data).origin);
  const shapeOf = (pattern: string) => pattern.replaceAll(/:[A-Za-z]+/g, ':');
  return offeredData.map(shapeOf).includes(shapeOf(data));
}

/** Limits of a release record, in bytes of JSON. */
export interface RecordBudget {
  /** The routes. Every page of the remote and every composition contain them. */
  routes: number;
  /** The whole record. Every server reads it. */
  record: number;
}

/** Every composition contains the record's routes, so the record must stay small. */
export function checkRecord(
  { routes }: Pick<ReleaseRecord, 'routes'>,
  text: string,
  budget: RecordBudget,
): GateProblem[] {
  const weights = [
    ['The routes', Buffer.byteLength(JSON.stringify(routes)), budget.routes],
    ['All entries', Buffer.byteLength(text), budget.record],
  ] as const;
  return weights
    .filter(([, bytes, max]) => bytes > max)
    .map(([what, bytes, max]) => ({
      problem: `${what} in release.json take ${kilobytes(bytes)}; the budget is ${kilobytes(max)}.`,
      remedy: 'Name fewer search values, shorten titles and descriptions, or take files out of the build.',
    }));
}

/** Size or limit of scripts, in bytes of brotli: `registered` counts container and routes, `page` adds the largest page. */
export interface ScriptSize {
  registered: number;
  page: number;
}

/** Measures the scripts of a release that visitors load. Rejects if a file cannot be read. */
export async function measureScripts(
  { entry, chunks, routes }: Pick<ReleaseRecord, 'entry' | 'chunks' | 'routes'>,
  read: (file: string) => Promise<Buffer>,
): Promise<ScriptSize> {
  const shared = new Set([entry, ...(chunks.remote ?? [])]);
  const pages = routes.map(({ chunk }) => new Set([...shared, ...(chunks[chunk] ?? [])]));
  const files = new Set([...shared, ...pages.flatMap((page) => [...page])]);
  const sizes = new Map(
    await Promise.all([...files].map(async (file) => [file, await weigh(await read(file))] as const)),
  );
  const sum = (list: Set<string>) => [...list].reduce((total, file) => total + (sizes.get(file) ?? 0), 0);
  return { registered: sum(shared), page: Math.max(...pages.map(sum)) };
}

/** Visitors get quality 11. Quality 9 gives nearly the same size in a tenth of the time. */
async function weigh(content: Buffer): Promise<number> {
  return (await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })).length;
}

const parts = { registered: 'Container and routes', page: 'Container, routes and the largest page' } as const;

/** The scripts must stay within the remote's budget, which staff set. */
export function checkSize(remote: string, size: ScriptSize, budget: ScriptSize): GateProblem[] {
  const broken = (['registered', 'page'] as const).filter((part) => size[part] > budget[part]);
  return broken.map((part) => ({
    problem: `${parts[part]} weigh ${kilobytes(size[part])} with brotli; the budget is ${kilobytes(budget[part])}.`,
    remedy: `Make it smaller, or have staff raise the budget: npm run release -- budget ${remote} --${part} <kB> --reason "..."`,
  }));
}
