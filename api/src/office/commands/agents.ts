import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { addAgent, listAgents, setActive, updateAgent } from '../agent-commands.ts';
import type { Answer } from '../office.ts';

export function addAgents(program: CommandUnknownOpts, answer: Answer): void {
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

/** The options that stand for an agent's fields. */
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
