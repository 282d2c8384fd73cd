import type { PublicSite } from '../contracts/site-config.ts';

/** A site configuration for tests. Its values are recognizable, and no page may hard-code them. */
export function buildSite(overrides: Partial<PublicSite> = {}): PublicSite {
  return {
    brand: 'Testfield',
    publicOrigin: 'https://testfield.example',
    phone: '(555) 010-0199',
    mailboxes: {
      clientAdmin: 'clients@testfield.example',
      officeManager: 'office@testfield.example',
      sales: 'sales@testfield.example',
      support: 'support@testfield.example',
    },
    schedulingUrl: 'https://calendar.example/testfield',
    voice: {
      scriptUrl: 'https://cdn.example/widget.js',
      scriptIntegrity: `sha384-${'A'.repeat(64)}`,
      elementName: 'test-voice-widget',
      talkUrl: 'https://talk.example/?agent_id={agentId}',
      agents: { site: 'agent_site', agentPages: 'agent_pages', demos: 'agent_demos' },
    },
    demos: {
      // The hash of "open-sesame".
      accessCodeSha256: 'd7ecdf25eaf3deba0f2628771dbdd22d4138ab6cf38f91ed02a2ca0dec7c8ab7',
      clients: [],
    },
    deliverLocalForms: false,
    ...overrides,
  };
}
