import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { agentCodeSchema } from 'kit/contracts/agent';
import { voiceAgentIdPattern } from 'kit/contracts/voice-agent-id';
import { CommandError } from 'kit/server/command-error';
import { UniqueConstraintError } from 'sequelize';
import type { Database } from '../../database/database.ts';
import type { AgentModel } from '../../database/models.ts';
import type { Row, Tools } from '../office.ts';

export function addAgents(program: CommandUnknownOpts, { answer }: Tools): void {
  const agents = program.command('agents').description('The voice agents that the site shows');
  agents
    .command('list')
    .description('List all of them, also deactivated ones')
    .action(() => answer(listAgents));
  withFields(agents.command('add').description('Add one; all but the tagline are required')).action((fields) =>
    answer((database) => addAgent(database, fields)),
  );
  withFields(agents.command('update').description('Change one').argument('<name>', 'in its address')).action(
    (name, fields) => answer((database) => updateAgent(database, name, fields)),
  );
  for (const [action, description] of [
    ['deactivate', 'Hide one from the site'],
    ['activate', 'Show one again'],
  ] as const) {
    agents
      .command(action)
      .description(description)
      .argument('<name>', 'in its address')
      .action((name) => answer((database) => setActive(database, name, action === 'activate')));
  }
}

function withFields<Words extends unknown[], Own extends OptionValues, Global extends OptionValues>(
  command: Command<Words, Own, Global>,
) {
  return command
    .option('--name <name>', 'as in its address: lower case letters, digits, dashes')
    .option('--code <code>', 'access code of its owner')
    .option('--business <name>', 'name of the business')
    .option('--tagline <text>', 'line below its name')
    .option('--voice <id>', 'its id at the voice provider');
}

type AgentFields = { [Field in 'name' | 'code' | 'business' | 'tagline' | 'voice']?: string | undefined };

async function listAgents(database: Database): Promise<Row[]> {
  const agents = await database.models.agents.findAll({ order: [['agentName', 'ASC']] });
  return agents.map(presentAgent);
}

async function addAgent(database: Database, fields: AgentFields): Promise<Row[]> {
  const { agentName, agentCode, businessName, tagline, elevenLabsAgentId } = columnsOf(fields);
  if (!agentName || !agentCode || !businessName || !elevenLabsAgentId) {
    throw new CommandError('agents add needs --name, --code, --business and --voice.');
  }
  const columns = { agentName, agentCode, businessName, tagline: tagline ?? '', elevenLabsAgentId };
  return [presentAgent(await explainDuplicate(fields, () => database.models.agents.create(columns)))];
}

/** @throws CommandError 3 if there is no such agent */
async function updateAgent(database: Database, name: string, fields: AgentFields): Promise<Row[]> {
  if (Object.keys(fields).length === 0) throw new CommandError('Add --name, --code, --business, --tagline or --voice.');
  const agent = await find(database, name);
  await explainDuplicate(fields, () => agent.update(columnsOf(fields)));
  return [presentAgent(agent)];
}

/** The site and the API do not find a deactivated agent; the list still has it. */
async function setActive(database: Database, name: string, active: boolean): Promise<Row[]> {
  const agent = await find(database, name);
  await agent.update({ deactivatedAt: active ? null : new Date() });
  return [presentAgent(agent)];
}

async function find(database: Database, name: string): Promise<AgentModel> {
  const agent = await database.models.agents.findOne({ where: { agentName: name } });
  if (agent) return agent;
  throw new CommandError(`There is no agent with the name ${name}.`, 3);
}

async function explainDuplicate<Result>({ name, code }: AgentFields, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new CommandError(`Another agent has the name ${name ?? ''} or the code ${code ?? ''} already.`, 1);
  }
}

function columnsOf(fields: AgentFields) {
  const { name, code, business, tagline, voice } = fields;
  if (name !== undefined && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw new CommandError('--name must be lower case letters, digits and dashes: it is part of the public address.');
  }
  if (voice !== undefined && !voiceAgentIdPattern.test(voice)) {
    throw new CommandError("--voice must be the agent's id at the voice provider.");
  }
  return {
    ...(name === undefined ? {} : { agentName: name }),
    ...(code === undefined ? {} : { agentCode: codeOf(code) }),
    ...(business === undefined ? {} : { businessName: business }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(voice === undefined ? {} : { elevenLabsAgentId: voice }),
  };
}

function codeOf(text: string): string {
  const code = agentCodeSchema.safeParse(text);
  if (code.success) return code.data;
  throw new CommandError('--code must not be empty.');
}

function presentAgent(agent: AgentModel): Row {
  const { id: _, deactivatedAt, ...fields } = agent.get();
  return { ...fields, active: !deactivatedAt };
}
