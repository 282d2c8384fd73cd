import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Inject, Injectable, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { type Agent, agentCodeSchema, type PublicAgent, sampleAgentId } from 'kit/contracts/agent';
import type pg from 'pg';
import { Database } from '../database/database.ts';
import type { AgentModel } from '../database/models.ts';
import { LimitLookUps } from '../limits/rate-limits.ts';
import { ApiNotFound, ApiProblems, rateLimitHeaders } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
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

class PublicAgentDto implements PublicAgent {
  @ApiProperty({ format: 'uuid', description: "The agent's id, as `agentId` of a feedback.", example: sampleAgentId })
  id!: string;

  @ApiProperty({ description: 'The business that the agent answers for.', example: 'Summit Dental Care' })
  businessName!: string;

  @ApiProperty({ description: 'One line about the business.', example: 'Appointments answered day and night' })
  tagline!: string;

  @ApiProperty({ description: "The agent's id at the voice provider.", example: 'agent_demo_0001' })
  elevenLabsAgentId!: string;
}

class AgentDto extends PublicAgentDto implements Agent {
  @ApiProperty({ description: 'The name in the public address of the agent.', example: 'demo-agent' })
  agentName!: string;

  @ApiProperty({ description: 'The code that its owner knows.', example: 'DEMO-ACTIVE' })
  agentCode!: string;
}

@ApiTags('Agents')
@Controller('ai-agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get('by-name/:agentName')
  @SkipThrottle()
  @ApiOperation({ operationId: 'findAgentByName', summary: 'The public part of an agent, by its public name' })
  @ApiParam({
    name: 'agentName',
    description: 'The name in the public address of the agent.',
    example: 'demo-agent',
  })
  @ApiOkResponse({ type: PublicAgentDto, description: 'The agent, without its code' })
  @ApiProblems(400, 503)
  @ApiNotFound('No agent has this name, or it was deactivated.', unknownName)
  findByName(@Param('agentName') agentName: string): Promise<PublicAgentDto> {
    return this.agents.findByName(agentName);
  }

  @Get('by-code/:code')
  @LimitLookUps()
  @ApiOperation({
    operationId: 'findAgentByCode',
    summary: 'An agent, for whoever knows its code',
    description:
      'Limited to 120 look-ups a minute for each network. One that finds nothing costs as much as eleven, at all API processes together, so that codes cannot be guessed.',
  })
  @ApiParam({ name: 'code', description: 'The code of the agent, in any case.', example: 'DEMO-ACTIVE' })
  @ApiOkResponse({ type: AgentDto, description: 'The agent that the code belongs to', headers: rateLimitHeaders })
  @ApiProblems(400, 429, 503)
  @ApiNotFound('No agent has this code, or it was deactivated. Costs as much as eleven look-ups.', unknownCode)
  findByCode(@Param('code') code: string): Promise<AgentDto> {
    return this.agents.findByCode(code);
  }
}

const imageName = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const shipped = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'assets');

@ApiTags('Agents')
@SkipThrottle()
@Controller('assets')
export class AssetsController {
  private readonly folders: string[];

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.folders = [join(settings.dataDir, 'assets'), shipped];
  }

  @Get(':file')
  @ApiOperation({
    operationId: 'readAsset',
    summary: 'An image of an agent',
  })
  @ApiParam({ name: 'file', description: 'The name of the image file.', example: 'agent-profile.svg' })
  @ApiOkResponse({
    description: 'The image.',
    content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiProblems(400)
  @ApiNotFound('No image has this name.', 'There is no such image.')
  read(@Param('file') file: string, @Res() response: Response): void {
    const root = imageName.test(file) && this.folders.find((folder) => existsSync(join(folder, file)));
    if (!root) throw new ProblemError(404, 'There is no such image.');
    response.sendFile(file, { root, maxAge: '1h', dotfiles: 'ignore' });
  }
}
