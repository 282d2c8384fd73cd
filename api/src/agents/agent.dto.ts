import { ApiProperty } from '@nestjs/swagger';
import type { Agent, PublicAgent } from 'kit/contracts/agent';
import { sampleAgentId } from './seed-sample-agents.ts';

export class PublicAgentDto implements PublicAgent {
  @ApiProperty({ format: 'uuid', example: sampleAgentId })
  id!: string;

  @ApiProperty({ example: 'Summit Dental Care' })
  businessName!: string;

  @ApiProperty({ example: 'Appointments answered day and night' })
  tagline!: string;

  @ApiProperty({ description: "The agent's id at the voice provider.", example: 'agent_demo_0001' })
  elevenLabsAgentId!: string;
}

export class AgentDto extends PublicAgentDto implements Agent {
  @ApiProperty({ description: 'The name in the public address of the agent.', example: 'demo-agent' })
  agentName!: string;

  @ApiProperty({ description: 'The code that its owner knows.', example: 'DEMO-ACTIVE' })
  agentCode!: string;
}
