import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads a measuring tool from the folder that BENCH_TOOLS names. The tools are no dependencies of the site, because
 * Lighthouse alone would add 150 MB to every install.
 *
 * @throws Error that explains how to install the tools.
 */
export async function loadTool<Tool>(name: 'lighthouse' | 'chrome-launcher' | 'autocannon'): Promise<Tool> {
  const folder = process.env.BENCH_TOOLS;
  const how =
    'npm install --prefix <folder> lighthouse@13 chrome-launcher@1 autocannon@9, then set BENCH_TOOLS=<folder>';
  if (!folder) throw new Error(`BENCH_TOOLS is not set. This benchmark measures with ${name}: ${how}.`);
  let file: string;
  try {
    file = createRequire(path.resolve(folder, 'package.json')).resolve(name);
  } catch {
    throw new Error(`BENCH_TOOLS names ${folder}, which holds no ${name}: ${how}.`);
  }
  return import(pathToFileURL(file).href);
}
