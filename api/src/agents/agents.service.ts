import { Injectable } from '@nestjs/common';
import { type Agent, agentCodeSchema, type PublicAgent, sampleAgentId } from 'kit/contracts/agent';
import type pg from 'pg';
import { Database } from '../database/database.ts';
import type { AgentModel } from '../database/models.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { validationProblem } from '../validation/form-validation.ts';

export const unknownName = 'This agent does not exist or has been deactivated.';
export const unknownCode = 'Agent code not found. Please check your code and try again.';

@Injectable()
export class AgentsService {
  constructor(private readonly database: Database) {}

  /** The public part of an agent, never its code. A deactivated agent is not found. */
  async findByName(agentName: string): Promise<PublicAgent> {
    const agent = await this.find({ agentName });
    if (!agent) throw new ProblemError(404, unknownName);
    const { id, businessName, tagline, elevenLabsAgentId } = agent;
    return { id, businessName, tagline, elevenLabsAgentId };
  }

  /** The code is trimmed and upper-cased before the look-up. */
  async findByCode(given: string): Promise<Agent> {
    const code = agentCodeSchema.safeParse(given);
    if (!code.success) {
      throw validationProblem([{ field: 'code', message: code.error.issues[0]?.message ?? '' }]);
    }
    const agent = await this.find({ agentCode: code.data });
    if (!agent) throw new ProblemError(404, unknownCode);
    const { id, businessName, tagline, elevenLabsAgentId, agentName, agentCode } = agent;
    return { id, businessName, tagline, elevenLabsAgentId, agentName, agentCode };
  }

  /** PostgreSQL's text type cannot hold NUL, so no stored value matches. */
  private async find(by: { agentName: string } | { agentCode: string }): Promise<AgentModel | null> {
    if (Object.values(by).some((value) => value.includes('\0'))) return null;
    return this.database.use(() => this.database.models.agents.findOne({ where: { ...by, deactivatedAt: null } }));
  }
}

/** Inserts two sample agents into an empty table, one of them deactivated. */
export async function seedSampleAgents(client: pg.Client): Promise<void> {
  await client.query(
    `insert into agents (id, agent_name, agent_code, business_name, tagline, eleven_labs_agent_id, deactivated_at)
    select * from (values
      ($1::uuid, 'demo-agent', 'DEMO-ACTIVE', 'Summit Dental Care', 'Appointments answered day and night', 'agent_demo_0001', null),
      (gen_random_uuid(), 'retired-agent', 'DEMO-OFF', 'Harbor Auto Repair', 'Booked before the phone stops ringing', 'agent_demo_0002', now())
    ) as sample
    where not exists (select 1 from agents)
    on conflict do nothing`,
    [sampleAgentId],
  );
}
