import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../server/command-line.ts';
import { apiModes } from '../dev/development-site.ts';
import { startDevelopment } from '../dev/start-development.ts';
import { siteAddress } from '../site/site-address.ts';

export function addDevCommand(program: CommandUnknownOpts): void {
  program
    .command('dev')
    .description('Serve the pages of the remote from its source, inside the shell of the site')
    .option('--site <url>', 'the site, if not the one in package.json')
    .option('--port <n>', 'where to serve; 4300 unless told', wholeNumber(1), 4300)
    .addOption(
      new Option(
        '--api <mode>',
        'who answers calls: the real API, recorded answers, or the real one while it is recorded',
      )
        .choices(apiModes)
        .default('real' as const),
    )
    .action(async ({ site, port, api }) => {
      const folder = process.cwd();
      const { remote, pages, stop } = await startDevelopment({ folder, site: siteAddress(site, folder), port, api });
      console.log(`\n${remote} in development:\n${pages.map((page) => `  ${page}`).join('\n')}`);
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(0)));
    });
}
