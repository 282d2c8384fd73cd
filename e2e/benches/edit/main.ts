import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { buildWorkspace, packagesForSquads } from '../../../shell/build/build-workspace.ts';
import { findFreePort } from '../../../shell/start/free-port.ts';
import { chooseTestBrowser, quietFlags } from '../../run/chromium.ts';
import { endChild } from '../../support/end-child.ts';
import { markdownTable, median, medianAndRange } from '../../support/figures.ts';
import { startShellSite } from '../../support/shell-site.ts';
import { prepareSquadMachine, type SquadMachine } from '../../support/squad-machine.ts';

// npm run bench:edit [-- --edits 20]: a squad's new repository is developed inside the shell of another site. Measures the
// time from saving an edit until the page in Chromium shows it.

const { values } = parseArgs({ options: { edits: { type: 'string', default: '20' } } });
const edits = Number(values.edits);
const remote = 'mf-careers';
const bound = 300;

/** Returns the milliseconds of each edit. */
async function timeEdits(page: Page, file: string, change: (title: string) => string): Promise<number[]> {
  const times: number[] = [];
  for (let edit = 1; edit <= edits; edit += 1) {
    const title = `Edit ${edit}`;
    const seen = page.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector('h1')?.textContent !== wanted) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(Date.now()));
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        }),
      title,
    );
    const savedAt = Date.now();
    await writeFile(file, change(title));
    times.push((await seen) - savedAt);
    await wait(500);
  }
  return times;
}

async function makeRepository(squad: SquadMachine, site: string): Promise<string> {
  const registry = `--@beaconfield:registry=${site}/_platform/packages/`;
  await squad.run(['npx', '--yes', registry, '@beaconfield/remote', 'new', remote, '--site', site]);
  await squad.run(['npm', 'install', '--no-audit', '--no-fund'], { in: remote });
  return path.join(squad.folder, remote);
}

function startDevelopment(folder: string, port: number): ChildProcess {
  const words = ['node_modules/@beaconfield/remote/squad/main.js', 'dev', '--port', String(port), '--api', 'recorded'];
  return spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function main(): Promise<void> {
  await buildWorkspace(packagesForSquads);
  const [site, squad] = await Promise.all([startShellSite(), prepareSquadMachine()]);
  const browser = await chromium.launch({ executablePath: chooseTestBrowser(), args: [...quietFlags] });
  let development: ChildProcess | undefined;
  try {
    const folder = await makeRepository(squad, site.address);
    const port = await findFreePort();
    development = startDevelopment(folder, port);
    const page = await browser.newPage();
    while (!(await page.goto(`http://localhost:${port}/careers`).catch(() => null))?.ok()) await wait(200);
    await page.getByRole('heading', { level: 1, name: 'Careers' }).waitFor();
    await page.mouse.move(10, 10);
    await wait(3000);
    const files = { words: 'src/content/words.ts', component: 'src/pages/first-page.tsx' };
    const words = await readFile(path.join(folder, files.words), 'utf8');
    const component = await readFile(path.join(folder, files.component), 'utf8');
    const rows = [
      {
        what: 'the words of a page (a file that two pages import)',
        times: await timeEdits(page, path.join(folder, files.words), (title) =>
          words.replace("title: 'Careers'", `title: '${title}'`),
        ),
      },
      {
        what: 'the component of a page',
        times: await timeEdits(page, path.join(folder, files.component), (title) =>
          component.replace(/title=\{[^}]+\}/, `title="${title}"`),
        ),
      },
    ];
    console.log(
      markdownTable(
        ['edited', 'edits', 'ms from saved to seen'],
        rows.map(({ what, times }) => [what, String(times.length), medianAndRange(times)]),
      ),
    );
    const holds = rows.every(({ times }) => median(times) <= bound);
    console.log(holds ? `\nAn edit shows within ${bound} ms.` : `\nAn edit does not show within ${bound} ms.`);
    process.exitCode = holds ? 0 : 1;
  } finally {
    await browser.close();
    if (development) await endChild(development);
    await site.stop();
    await squad.remove();
  }
}

await main();
