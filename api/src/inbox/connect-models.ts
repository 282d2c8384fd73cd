import { initAgentModel } from '../agents/agent.model.ts';
import type { Database } from '../database/database.ts';
import { initDeliveryModel } from '../delivery/delivery.model.ts';
import { initSubmissionModel, SubmissionModel } from '../submissions/submission.model.ts';

/** What the office's functions stand on; in a process with more than one application, those of the one that is asked. */
export function connectModels({ sequelize }: Database): void {
  if (SubmissionModel.sequelize === sequelize) return;
  for (const init of [initAgentModel, initSubmissionModel, initDeliveryModel]) init(sequelize);
}
