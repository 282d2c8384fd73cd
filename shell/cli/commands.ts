import type { Command } from './command.ts';
import { activateCommand } from './commands/activate.ts';
import { budgetCommand } from './commands/budget.ts';
import { abortCommand, canaryCommand, promoteCommand } from './commands/canary.ts';
import { keysCommand } from './commands/keys.ts';
import { listCommand } from './commands/list.ts';
import { logCommand } from './commands/log.ts';
import { previewCommand } from './commands/preview.ts';
import { pruneCommand } from './commands/prune.ts';
import { publishCommand } from './commands/publish.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { statusCommand } from './commands/status.ts';
import { verifyCommand } from './commands/verify.ts';

/** In the order of the overview. */
export const commands: readonly Command[] = [
  statusCommand,
  listCommand,
  publishCommand,
  activateCommand,
  rollbackCommand,
  canaryCommand,
  promoteCommand,
  abortCommand,
  previewCommand,
  logCommand,
  verifyCommand,
  pruneCommand,
  budgetCommand,
  keysCommand,
];
