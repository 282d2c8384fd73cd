import type { Migration } from './migration.ts';

export const createAgents: Migration = {
  name: '001-create-agents',
  up: `
    create table agents (
      id uuid primary key default gen_random_uuid(),
      agent_name text not null unique,
      agent_code text not null unique check (agent_code = upper(btrim(agent_code)) and agent_code <> ''),
      business_name text not null,
      tagline text not null,
      eleven_labs_agent_id text not null,
      created_at timestamptz not null default now(),
      deactivated_at timestamptz
    )`,
  down: 'drop table agents',
};
