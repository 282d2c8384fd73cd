import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.ts';
import { AgentDto, PublicAgentDto } from './agent.dto.ts';
import { AgentsService } from './agents.service.ts';

@ApiTags('Agents')
@Controller('ai-agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get('by-name/:agentName')
  @ApiOperation({ operationId: 'findAgentByName', summary: 'The public part of an agent, by its public name' })
  @ApiParam({ name: 'agentName', example: 'demo-agent' })
  @ApiOkResponse({ type: PublicAgentDto, description: 'The agent, without its code' })
  @ApiProblems(400, 404, 503)
  findByName(@Param('agentName') agentName: string): Promise<PublicAgentDto> {
    return this.agents.findByName(agentName);
  }

  @Get('by-code/:code')
  @ApiOperation({ operationId: 'findAgentByCode', summary: 'An agent, for whoever knows its code' })
  @ApiParam({ name: 'code', example: 'DEMO-ACTIVE' })
  @ApiOkResponse({ type: AgentDto, description: 'The agent that the code belongs to' })
  @ApiProblems(400, 404, 429, 503)
  findByCode(@Param('code') code: string): Promise<AgentDto> {
    return this.agents.findByCode(code);
  }
}
