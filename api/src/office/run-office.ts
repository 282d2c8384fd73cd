import { buildProgram, runProgram } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { writeAudit } from '../inbox/audit.ts';
import { describeFailure } from '../process.ts';
import { addAgents } from './commands/agents.ts';
import { addDeliveries } from './commands/deliveries.ts';
import { addInbox } from './commands/inbox.ts';
import { addPartners, addWebhooks } from './commands/partners.ts';
import { addAudit, addPeople } from './commands/people.ts';
import { addPurge, addQuarantine, addSubmissions } from './commands/submissions.ts';
import { type Office, renderTable, type Tools } from './office.ts';

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
  const answer: Tools['answer'] = (work) =>
    office.withDatabase(async (database) => {
      const rows = await work(database);
      await office.print([`${isJson() ? JSON.stringify(rows, null, 2) : renderTable(rows)}\n`]);
    });
  const tools: Tools = {
    ...office,
    isJson,
    answer,
    audited: ({ by = systemUser(), ...entry }, work) =>
      answer(async (database) => {
        const rows = await work(database);
        await writeAudit(database, { by, role: 'command' }, entry);
        return rows;
      }),
    print: (open) => office.withDatabase(async (database) => office.print(await open(database))),
  };
  const groups = [addSubmissions, addInbox, addDeliveries, addQuarantine, addAgents];
  for (const add of [...groups, addPartners, addWebhooks, addPurge, addPeople, addAudit]) add(program, tools);
  const inWords = (error: unknown) => ({ message: describeFailure(error), code: 'failed', exitCode: 1 });
  return runProgram(program, { words, terminal: office, inWords });
}
