import { Injectable } from '@nestjs/common';
import { type Agent, agentCodeSchema, type PublicAgent } from 'kit/contracts/agent';
import { Database, type Statement } from '../database/database.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { validationProblem } from '../validation/validation.pipe.ts';

const columns = `id, business_name as "businessName", tagline, eleven_labs_agent_id as "elevenLabsAgentId"`;

const byName: Statement = {
  name: 'agent-by-name',
  text: `select ${columns} from agents where agent_name = $1 and deactivated_at is null`,
};

const byCode: Statement = {
  name: 'agent-by-code',
  text: `select ${columns}, agent_name as "agentName", agent_code as "agentCode"
    from agents where agent_code = $1 and deactivated_at is null`,
};

export const unknownName = 'This agent does not exist or has been deactivated.';
export const unknownCode = 'Agent code not found. Please check your code and try again.';

@Injectable()
export class AgentsService {
  constructor(private readonly database: Database) {}

  /** The public part of an agent, never its code. A deactivated agent is not found. */
  async findByName(agentName: string): Promise<PublicAgent> {
    const [agent] = await this.find<PublicAgent>(byName, agentName);
    if (agent) return agent;
    throw new ProblemError(404, unknownName);
  }

  /** The code is trimmed and upper-cased before the look-up. */
  async findByCode(given: string): Promise<Agent> {
    const code = agentCodeSchema.safeParse(given);
    if (!code.success) {
      throw validationProblem([{ field: 'code', message: code.error.issues[0]?.message ?? '' }]);
    }
    const [agent] = await this.find<Agent>(byCode, code.data);
    if (agent) return agent;
    throw new ProblemError(404, unknownCode);
  }

  /** PostgreSQL's text holds no NUL: nothing with one is stored, so nothing is found. */
  private find<Found extends object>(statement: Statement, value: string): Promise<Found[]> {
    return value.includes('\0') ? Promise.resolve([]) : this.database.run<Found>(statement, [value]);
  }
}
