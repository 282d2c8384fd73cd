import { ApiProperty } from '@nestjs/swagger';
import { type Agent, type PublicAgent, sampleAgentId } from 'kit/contracts/agent';

export class PublicAgentDto implements PublicAgent {
  @ApiProperty({ format: 'uuid', description: "The agent's id, as `agentId` of a feedback.", example: sampleAgentId })
  id!: string;

  @ApiProperty({ description: 'The business that the agent answers for.', example: 'Summit Dental Care' })
  businessName!: string;

  @ApiProperty({ description: 'One line about the business.', example: 'Appointments answered day and night' })
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
