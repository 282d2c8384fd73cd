import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { LimitLookUps } from '../limits/rate-limits.ts';
import { ApiNotFound, ApiProblems, rateLimitHeaders } from '../problems/api-problems.ts';
import { AgentDto, PublicAgentDto } from './agent.dto.ts';
import { AgentsService, unknownCode, unknownName } from './agents.service.ts';

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
