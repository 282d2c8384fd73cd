import { sampleAgentId } from 'kit/contracts/agent';
import type pg from 'pg';

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
