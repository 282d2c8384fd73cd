import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { initAgentModel } from '../agents/agent.model.ts';
import { connectOnce } from '../database/connection.ts';
import { Database } from '../database/database.ts';
import { initDeliveryModel } from '../delivery/delivery.model.ts';
import { StartError, sayWhy } from '../settings/start-error.ts';
import { initSubmissionModel } from '../submissions/submission.model.ts';
import { help, parseCommand, runCommand } from './command.ts';
import { CommandError } from './command-error.ts';

// The office's command: looks into the database beside the running API.

const exportTimeoutMs = 300_000;
const dataDir = resolve(process.env.DATA_DIR ?? '.data');

/** The embedded database writes its address into its folder while it runs. */
function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const file = join(dataDir, 'postgres', 'url');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`The embedded database does not run (no ${file}): start the site, or set DATABASE_URL.`);
  }
}

async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2));
  if (command.values.help || ['help', undefined].includes(command.positionals[0])) {
    console.log(help);
    return;
  }
  const url = databaseUrl();
  await (await connectOnce(url)).end();
  const database = new Database(url, { queryTimeoutMs: exportTimeoutMs });
  for (const init of [initAgentModel, initSubmissionModel, initDeliveryModel]) init(database.sequelize);
  try {
    process.stdout.write(await runCommand(command, dataDir));
  } finally {
    await database.sequelize.close();
  }
}

main().catch((error) => {
  console.error(error instanceof CommandError ? error.message : sayWhy(error));
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
});
