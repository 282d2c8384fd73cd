import type { Command } from './command.ts';
import { activateCommand } from './commands/activate.ts';
import { listCommand } from './commands/list.ts';
import { logCommand } from './commands/log.ts';
import { publishCommand } from './commands/publish.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { statusCommand } from './commands/status.ts';

/** In the order of the overview. */
export const commands: readonly Command[] = [
  statusCommand,
  listCommand,
  publishCommand,
  activateCommand,
  rollbackCommand,
  logCommand,
];
