import { createSecretKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { SiteConfig } from 'kit/contracts/site-config';
import { sendBySmtp } from 'kit/server/alerts/alert-channels';
import { AlertService } from 'kit/server/alerts/alert-service';
import { alertChannelsOf } from 'kit/server/alerts/operator-settings';
import { GracefulShutdown } from 'kit/server/graceful-shutdown';
import { explainListening, serveMetrics } from 'kit/server/settings/listen';
import { findMisspelt } from 'kit/server/settings/misspelt';
import { messageOf, oneLine } from 'kit/server/text';
import { startTracing } from 'kit/server/tracing';
import { ownerOfPath } from 'kit/squad/rules/path-owner';
import { SiteFollower, Stores, startHeartbeat } from '../platform/index.ts';
import { fingerprintOf } from '../settings/fingerprint.ts';
import { packagesFolder } from '../settings/packages.ts';
import { repositoryRoot } from '../settings/places.ts';
import { loadSiteConfig } from '../settings/site-config.ts';
import { ensureKey, openServingPlatform } from '../settings/site-platform.ts';
import type * as Staff from '../staff/index.ts';
import { alertOf, describeEnd, type Incident, type Report, watchServers } from './alerts/incident.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { FileSet } from './files/file-set.ts';
import { HealthService } from './health/health-service.ts';
import { SiteMetrics } from './health/site-metrics.ts';
import { VisitService } from './health/visit-service.ts';
import { createApiClient, createBackEndClient, isApiReady } from './http/data-clients.ts';
import { createVisitorAddressReader } from './http/read-request.ts';
import { log, writeConsoleToLog } from './log.ts';
import { createPackageHandler } from './packages/package-registry.ts';
import { PageComposer } from './pages/page-composer.ts';
import { RouteAnswers } from './pages/route-answers.ts';
import { createShellServer } from './shell-server.ts';
import { type BuiltShell, readShellBuild, shellOf } from './shells/page-shell.ts';
import { ShellRenderers } from './shells/shell-renderers.ts';
import { createPlatformHandler } from './squads/platform-handler.ts';
import { SquadHandler } from './squads/squad-handler.ts';
import { SiteChooser } from './visitors/choose-site.ts';

/**
 * In milliseconds, for open requests after a stop signal. A page whose release breaks its renderer takes two attempts of 5
 * s each, and supervisors wait for 20 s.
 */
const drainTime = 15_000;

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  log.level = environment.LOG_LEVEL ?? 'info';
  writeConsoleToLog();
  const endTracing = await startTracing('beaconfield-shell', log);
  for (const sentence of findMisspelt(process.env)) log.warn(sentence);
  const config = loadSiteConfig(environment.SITE_CONFIG);
  const shell = readShellBuild();
  const addressOf = createVisitorAddressReader(environment.TRUST_PROXY ?? '');
  const site = await openSite(environment, config);
  const { platform, follower, alerts, report, previewKey, key } = site;
  const { store, policy } = platform;
  const secure = config.publicOrigin.startsWith('https:');
  const { metrics, visits, health } = createHealthServices(site, { environment, config, shell });
  const version = await programVersion();
  const { buildStaff } = await loadStaff();
  const renderers = new ShellRenderers();
  const composer = new PageComposer({ shell, config, renderers });
  // Renderers start with the program, so that the first visitors do not wait for them.
  follower.onChange((live) => composer.follow(live));
  const ofSquads = { platform, metrics, previewKey, addressOf, report, dataFolder: environment.DATA_DIR };
  const squads = environment.SQUAD_ACCESS === 'on' ? new SquadHandler({ ...ofSquads, sealingKey: key }) : null;
  const cleanup = squads?.start();
  const currentShell = () => shellOf(follower.current, shell);
  const contract = { platform, site: config, shell: currentShell, access: environment.SQUAD_ACCESS };
  const server = createShellServer({
    apiUrl: environment.API_URL,
    follower,
    composer,
    answers: new RouteAnswers({
      policy,
      ask: createApiClient(environment.API_URL),
      askBackEnd: createBackEndClient({ allowPrivate: environment.CRM_WEBHOOK_ALLOW_PRIVATE ?? false }),
    }),
    chooser: new SiteChooser({ follower, previewKey, secure }),
    health,
    visits,
    metrics,
    addressOf,
    ownerOf: (pathname) =>
      ownerOfPath({ namespaces: platform.chain.rights.namespaces, reserved: policy.reserved }, pathname),
    staff: buildStaff(environment, { platform, addressOf, secure, previewKey, metrics, report, config }),
    platform: createPlatformHandler(contract, squads),
    sendPackage: createPackageHandler({
      folder: packagesFolder,
      earlier: store.packages,
      publicOrigin: config.publicOrigin,
    }),
    shell,
    version,
    config,
    publicFiles: new FileSet(path.join(import.meta.dirname, '../public')),
  });
  const shutdown = new GracefulShutdown(server);
  const port = await listen(server, environment);
  // Each start has a new name, so that a restarted server adds to its earlier reports.
  const name = `${hostname()}-${port}-${randomUUID().slice(0, 8)}`;
  const jobs: { stop: () => unknown }[] = [follower, health.start(name)];
  const { SHELL_METRICS_PORT: metricsPort } = environment;
  const metricsServer = metricsPort && (await serveMetrics('SHELL_METRICS_PORT', metricsPort, () => metrics.read()));
  jobs.push(
    { stop: () => metricsServer?.close() },
    { stop: () => cleanup?.stop() },
    startHeartbeat(platform, {
      server: name,
      version,
      serving: () => follower.current,
      onChange: (listener) => follower.onChange(listener),
      sharedModules: () => currentShell().sharedModules,
    }),
    alerts.start(),
    watchServers({ platform, problemsHere: () => follower.problems, report }),
  );
  process.send?.({ type: 'ready', port });
  log.info({ port }, 'ready');
  const stop = () => {
    for (const job of jobs) job.stop();
    // Renderers end after the last answer, so that open requests still get rendered pages.
    endAfterLastAnswer(shutdown, () => {
      renderers.close();
      return endTracing();
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, stop);
}

/** In milliseconds, between two checks for alerts that other servers did not send; longer for a store with a price per read. */
const alertCheckInterval = { free: 60_000, paid: 10 * 60_000 };
/** Incidents of these kinds are resolved when the guard no longer finds them. */
const settledByGuard = ['guard-stopped', 'release-failing'];

async function openSite(environment: Environment, config: SiteConfig) {
  const loadPages = async () => (await import('./host-pages.ts')).hostPages;
  const platform = openServingPlatform({ ...process.env, DATA_DIR: environment.DATA_DIR }, loadPages);
  const { store } = platform;
  await Stores.prepareStore(platform, logError);
  const [previewKey, key] = await Promise.all([
    ensureKey(store.keysFolder, 'preview', environment.PREVIEW_KEY),
    ensureKey(store.keysFolder, 'views', environment.VIEW_KEY),
  ]);
  const alerts = new AlertService({
    notes: store.incidents,
    channels: alertChannelsOf({
      settings: environment,
      site: config,
      sendMail: environment.SMTP_URL ? sendBySmtp(environment.SMTP_URL) : null,
      link: new URL('/_ops', config.publicOrigin).href,
    }),
    lookEvery: store.pace.isFree ? alertCheckInterval.free : alertCheckInterval.paid,
    describeEnd,
    log: { info: (sentence) => log.info(oneLine(sentence)), error: logError },
  });
  const present = (incident: Incident) => alertOf({ ...incident, sentence: oneLine(incident.sentence) });
  const report: Report = (incident) => void alerts.report(present(incident));
  const settle = (ongoing: readonly Incident[], asOf: number) =>
    alerts.settle(settledByGuard, ongoing.map(present), { asOf });
  const follower = new SiteFollower(platform, {
    info: (sentence) => log.info(sentence),
    error: logError,
    refused: (sentence, { remote, id }) =>
      report({ kind: 'release-refused', key: `served ${remote} ${id}`, remote, sentence }),
  });
  await follower.ready;
  return { platform, follower, alerts, report, settle, previewKey, key };
}

function createHealthServices(
  { platform, follower, key: viewKey, report, settle }: Awaited<ReturnType<typeof openSite>>,
  { environment, config, shell }: { environment: Environment; config: SiteConfig; shell: BuiltShell },
) {
  const isReady = () => isApiReady(environment.API_URL);
  const metrics = new SiteMetrics({ readRevision: () => follower.current.revision, isApiReady: isReady });
  const key = createSecretKey(viewKey);
  const measuredShare = config.measuredShare ?? 1;
  const counting = { platform, follower, key, measuredShare };
  const shellRelease = `${shell.version}-${shell.id}`;
  const visits = new VisitService({ ...counting, shellRelease, metrics });
  const health = new HealthService({ ...counting, visits, isApiReady: isReady, report, settle });
  return { metrics, visits, health };
}

function endAfterLastAnswer(shutdown: GracefulShutdown, close: () => Promise<void>): void {
  const end = () => void close().finally(() => process.exit(0));
  setTimeout(() => {
    log.error(`requests that were not answered within ${drainTime / 1000} s of the stop are cut off`);
    end();
  }, drainTime);
  void shutdown.end().then(end);
}

/** Logs a sentence on one line, because it may contain text that others wrote into the store. */
function logError(sentence: string): void {
  log.error(oneLine(sentence));
}

/** Loads the staff pages. They are React components, so that Node runs what `npm run build -w shell` makes of them. */
async function loadStaff(): Promise<typeof Staff> {
  return await import(new URL('../dist/staff/index.mjs', import.meta.url).href);
}

/** The sources of the server program, besides installed packages. */
const programSources = [
  'shell/server',
  'shell/platform',
  'shell/settings',
  'shell/staff',
  'kit/contracts',
  'kit/server',
  'package-lock.json',
];

/** The version of this server program: a hash of its files, so that only identical programs have the same version. */
async function programVersion(): Promise<string> {
  // The cast is safe: the manifest is part of this repository.
  const { version } = JSON.parse(await readFile(path.join(repositoryRoot, 'shell/package.json'), 'utf8')) as {
    version: string;
  };
  return `${version}-${(await fingerprintOf(programSources)).slice(0, 8)}`;
}

async function listen(
  server: ReturnType<typeof createShellServer>,
  { PORT: port, HOST: host }: { PORT: number; HOST?: string | undefined },
) {
  const begin = () => once(server.listen({ port, ...(host && { host }) }), 'listening');
  await explainListening('PORT', { host: host || 'this machine', port }, begin);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

main().catch((error: unknown) => {
  // A plain sentence for the person who started the program; the log is for a running one.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
