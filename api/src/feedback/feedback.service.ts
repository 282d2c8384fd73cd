import { Injectable } from '@nestjs/common';
import { feedbackKind, feedbackMessages } from 'kit/contracts/feedback';
import { payloadOf } from 'kit/contracts/form-definition';
import type { Receipt } from 'kit/contracts/lead';
import { testMember } from 'kit/contracts/test-member';
import { AgentsService } from '../agents/agents.service.ts';
import { type Sender, SubmissionsService } from '../submissions/submissions.service.ts';
import { dtoOf, validationProblem } from '../validation/form-validation.ts';

export class FeedbackDto extends dtoOf({ ...feedbackKind.fields, ...testMember }) {}

@Injectable()
export class FeedbackService {
  constructor(
    private readonly agents: AgentsService,
    private readonly submissions: SubmissionsService,
  ) {}

  /** @throws ProblemError 404 if the agent is not found, 400 if the id belongs to another agent */
  async create(agentName: string, feedback: FeedbackDto, sender: Sender): Promise<Receipt> {
    const agent = await this.agents.findByName(agentName);
    if (agent.id !== feedback.agentId) {
      throw validationProblem([{ field: 'agentId', message: feedbackMessages.agentId }]);
    }
    const payload = { ...payloadOf(feedbackKind.fields, feedback), ...payloadOf(feedbackKind.added, { agentName }) };
    return this.submissions.create({ kind: 'feedback', payload, isTest: feedback.isTest }, sender);
  }
}
