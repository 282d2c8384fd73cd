import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../shell/start/free-port.ts';
import { endChild } from '../../support/end-child.ts';
import { InspectorSocket } from './inspector-socket.ts';
import { WebDriver } from './web-driver.ts';

/** One process of WebKitGTK's MiniBrowser with an empty profile, its inspector and its WebDriver. */
export interface MiniBrowser {
  inspector: InspectorSocket;
  driver: WebDriver;
  /** Gives its window the keyboard focus, if it is shown. There is no window manager that would do it. */
  takeFocus: () => Promise<unknown>;
  stop: () => Promise<void>;
}

const features = [
  // All pages of a window stay in one process. Stock WebKit's inspector loses intercepted requests when the page moves to
  // another process, as for an opener policy or another site.
  ...['-CrossOriginOpenerPolicy', '-ProcessSwapOnCrossSiteNavigation'],
  ...['+PropagateDamagingInformation', '+UseDamagingInformationForCompositing'],
  // Scroll bars that fade out would draw sixty frames a second for three seconds after each load and each scroll.
  '+MockScrollbarsController',
];

const settings = [
  `--features=${features.join(',')}`,
  '--javascript-can-access-clipboard=true',
  // For a page from the back/forward cache, the inspector reports no new document, and Playwright would wait for it.
  '--enable-page-cache=false',
] as const;

/** Shared by all browsers and runs. */
const shaderCache = path.join(import.meta.dirname, '../../../.cache/webkit-shaders');

/** Distributions install it below a folder named after the architecture, or in libexec. */
export function findMiniBrowser(): string | undefined {
  const folders = ['/usr/libexec', '/usr/lib', '/usr/lib64', ...subfolders('/usr/lib')];
  return folders
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => path.join(folder, name, 'MiniBrowser')))
    .find((file) => existsSync(file));
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => path.join(folder, name));
}

/** A browser that ends at once has usually lost its port to another connection, so starting is retried. */
const maxStarts = 3;

/** Starts a browser on a display. */
export async function startMiniBrowser(display: string, attempt = 1): Promise<MiniBrowser> {
  try {
    return await startOnce(display);
  } catch (error) {
    if (attempt === maxStarts) throw error;
    return startMiniBrowser(display, attempt + 1);
  }
}

async function startOnce(display: string): Promise<MiniBrowser> {
  const program = findMiniBrowser();
  if (!program) throw new Error('MiniBrowser of WebKitGTK is not installed.');
  const [inspectorPort, driverPort] = await Promise.all([findFreePort(), findFreePort()]);
  const home = makeHome();
  mkdirSync(shaderCache, { recursive: true });
  const environment = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    GSETTINGS_BACKEND: 'memory',
    // No media plays in tests. Scanning GStreamer's plugins would cost a second at every start.
    GST_PLUGIN_SYSTEM_PATH_1_0: '',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The window is never seen, and drawing it took three quarters of the CPU time of a page. This option makes the software
    // rasteriser draw nothing. Layout, hit tests, frames and screenshots, which are painted separately, still work.
    LP_NO_RAST: 'true',
    // Without a shared cache each browser would compile the same shaders for two seconds.
    MESA_SHADER_CACHE_DIR: shaderCache,
    // Painting without the emulated graphics card takes half of the CPU time.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    // No page lives long enough to gain from the optimising compilers.
    JSC_useDFGJIT: '0',
    NO_AT_BRIDGE: '1',
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${inspectorPort}`,
  };
  const start = (command: string, ...args: string[]) => spawn(command, args, { stdio: 'ignore', env: environment });
  const browser = start(program, '--automation', ...settings);
  const webDriver = start('WebKitWebDriver', `--port=${driverPort}`, `--target=127.0.0.1:${inspectorPort}`);
  const stop = async () => {
    await Promise.all([browser, webDriver].map((child) => endChild(child, 'SIGKILL')));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const driver = new WebDriver(driverPort);
  let inspector: InspectorSocket | undefined;
  try {
    inspector = await InspectorSocket.open(inspectorPort, browser);
    await driver.begin();
  } catch (error) {
    inspector?.close();
    await stop();
    throw error;
  }
  const ownWindow = ['search', '--onlyvisible', '--pid', String(browser.pid), '--class', 'MiniBrowser'];
  return {
    inspector,
    driver,
    takeFocus: () =>
      promisify(execFile)('xdotool', [...ownWindow, 'windowfocus'], { env: { ...process.env, DISPLAY: display } })
        // There is no such window yet.
        .catch(() => {}),
    stop: async () => {
      inspector.close();
      await stop();
    },
  };
}

/** Creates a home folder with a small toolbar, so that the window can be as narrow as a phone. */
function makeHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), 'webkit-'));
  mkdirSync(path.join(home, 'gtk-3.0'));
  const looks =
    'min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 3px; -gtk-icon-transform: none;';
  writeFileSync(path.join(home, 'gtk-3.0/gtk.css'), `* { ${looks} -GtkToolButton-icon-spacing: 0; }\n`);
  writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-toolbar-icon-size = 1\n');
  return home;
}
