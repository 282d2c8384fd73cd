import { buildProgram, runProgram } from 'kit/server/command-line';
import { describeFailure } from '../process.ts';
import { addAgents } from './commands/agents.ts';
import { addDeliveries } from './commands/deliveries.ts';
import { addInbox } from './commands/inbox.ts';
import { addPartners, addWebhooks } from './commands/partners.ts';
import { addAudit, addPeople } from './commands/people.ts';
import { addPurge, addQuarantine, addSubmissions } from './commands/submissions.ts';
import { type Answer, type Office, type Print, renderTable } from './office.ts';

/** Runs one command line and resolves with its exit code. It never rejects. */
export function runOffice(words: string[], office: Office): Promise<number> {
  const program = buildProgram(
    'npm run office --',
    'List, export and deliver the forms of the site; manage partners, webhooks and agents.',
  ).addHelpText(
    'after',
    `
Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not found.
DATABASE_URL names the database. Without it, the command uses the embedded
database of the running site (DATA_DIR).`,
  );
  const isJson = () => program.opts().json === true;
  const print: Print = (pieces) => office.withDatabase((database) => office.print(pieces(database)));
  const answer: Answer = (work) =>
    office.withDatabase(async (database) => {
      const rows = await work(database);
      await office.print([`${isJson() ? JSON.stringify(rows, null, 2) : renderTable(rows)}\n`]);
    });
  addSubmissions(program, { answer, print, isJson });
  addInbox(program, answer, print);
  addDeliveries(program, answer);
  addQuarantine(program, answer);
  addAgents(program, answer);
  addPartners(program, answer);
  addWebhooks(program, answer, office.allowPrivate);
  addPurge(program, answer, office.dataDir);
  addPeople(program, { answer, print, dataDir: office.dataDir, error: office.error });
  addAudit(program, answer);
  const inWords = (error: unknown) => ({ message: describeFailure(error), code: 'failed', exitCode: 1 });
  return runProgram(program, { words, terminal: office, inWords });
}
